import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';

type Props = {
  /** Id of the form that the button submits. */
  form: string;
  label: string;
  busyLabel: string;
  busy: boolean;
  note?: string;
  onCancel: () => void;
};

export function DrawerActions({ form, label, busyLabel, busy, note, onCancel }: Props) {
  const t = useTranslations('userManagement.form');
  return (
    <div className="flex items-center gap-3">
      {note && <p className="hidden flex-1 text-small text-text-muted sm:block">{note}</p>}
      <Button kind="secondary" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" form={form} busy={busy} busyLabel={busyLabel} className="max-sm:flex-1">
        {label}
      </Button>
    </div>
  );
}
