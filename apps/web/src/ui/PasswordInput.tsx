import { type ComponentProps, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from './Field.tsx';
import { TextInput } from './TextInput.tsx';

type Props = ComponentProps<'input'> & {
  label: string;
  purpose: 'current' | 'new';
  hint?: string;
  error?: string | undefined;
};

export function PasswordInput({ label, purpose, hint, error, id, ...rest }: Props) {
  const t = useTranslations('ui');
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      id={id}
      action={
        <button
          type="button"
          aria-pressed={shown}
          aria-label={t('showPassword')}
          onClick={() => setShown(!shown)}
          className="-my-1 min-h-8 rounded-small px-1 text-small font-semibold text-brand-text hover:underline"
        >
          {shown ? t('hide') : t('show')}
        </button>
      }
    >
      <TextInput
        {...rest}
        type={shown ? 'text' : 'password'}
        autoComplete={`${purpose}-password`}
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  );
}
