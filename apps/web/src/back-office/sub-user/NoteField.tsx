import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';

export const noteFault = (note: string): boolean => note.trim().length < 10;

type Props = { value: string; onChange: (note: string) => void; tried: boolean };

export function NoteField({ value, onChange, tried }: Props) {
  const t = useTranslations('manageHelp');
  return (
    <Field label={t('subUser.note')} error={tried && noteFault(value) ? t('reasonMissing') : undefined}>
      <TextArea value={value} maxLength={500} onChange={({ target }) => onChange(target.value)} />
    </Field>
  );
}

type FooterProps = { form: string; label: string; busy: boolean; onCancel: () => void };

export function DrawerFooter({ form, label, busy, onCancel }: FooterProps) {
  const t = useTranslations('manageHelp.subUser');
  return (
    <div className="flex justify-end gap-3">
      <Button kind="secondary" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" form={form} busy={busy}>
        {label}
      </Button>
    </div>
  );
}
