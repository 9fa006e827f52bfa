import { useTranslations } from 'use-intl';
import { usePayees } from '../../payees/payee/payee.tsx';
import { SelectField } from '../../ui/SelectField.tsx';

type Props = { value: string; onChange: (payeeUid: string) => void; disabled?: boolean };

/** Payees that the customer marked as an own account. Nothing is shown where there is none. */
export function ExitAccountField({ value, onChange, disabled }: Props) {
  const t = useTranslations('closure.form');
  const { data = [] } = usePayees();
  const own = data.filter((payee) => payee.ownAccount && payee.status === 'approved');
  if (own.length === 0) return null;
  const options = own.map(({ uid, name, summary, currency }) => ({
    value: uid,
    label: `${name} · ${currency} · ${summary}`,
  }));
  return (
    <SelectField
      label={t('exit')}
      hint={t('exitHint')}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
      options={[{ value: '', label: t('exitNone') }, ...options]}
    />
  );
}
