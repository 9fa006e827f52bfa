import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { usePayees } from '../../payees/payee/payee.tsx';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useReachableAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { SelectField } from '../../ui/SelectField.tsx';

type Props = { value: string; onChange: (payeeUid: string) => void; disabled?: boolean };

/** Payees that the customer marked as an own account. Where there is none, the way to add one. */
export function ExitAccountField({ value, onChange, disabled }: Props) {
  const t = useTranslations('closure.form');
  const { data = [] } = usePayees();
  const own = data.filter((payee) => payee.ownAccount && payee.status === 'approved');
  if (own.length === 0) return <AddOwnAccount />;
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

function AddOwnAccount() {
  const t = useTranslations('closure.form');
  const { user } = useSession();
  const page = useReachableAddress()(paths.payeeAdd('GBP', 'gbp'));
  if (!page || !canInitiate(user, 'payee')) return null;
  return (
    <p className="text-small text-text-muted">
      {t('exitMissing')}{' '}
      <Link {...linkTo(page)} className={linkClass}>
        {t('exitAdd')}
      </Link>
    </p>
  );
}
