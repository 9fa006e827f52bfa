import { useTranslations } from 'use-intl';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { codeLength } from './code-length.ts';

type CodeProps = { id: string; label: string; value: string; onChange: (digits: string) => void; tried: boolean };

export function CodeField({ id, label, value, onChange, tried }: CodeProps) {
  const t = useTranslations('profile.change');
  return (
    <Field label={label} id={id} error={tried && value.length < codeLength ? t('codeMissing') : undefined}>
      <TextInput
        value={value}
        onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, codeLength))}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </Field>
  );
}
