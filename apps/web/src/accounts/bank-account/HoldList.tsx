import type { BalanceView } from '@larkmere/contract/accounts/bank-account';
import { Link } from '@tanstack/react-router';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { useReachableAddress } from '../../platform/navigation/own-address.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { linkClass } from '../../ui/button-class.ts';
import { formatDateTime } from '../../ui/date-text.ts';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';

export const HoldList = ({ balance: { holds, currency } }: { balance: BalanceView }) => (
  <ul className="divide-y divide-line border-y border-line">
    {holds.map((hold) => (
      <Hold key={hold.uid} hold={hold} currency={currency} />
    ))}
  </ul>
);

function Hold({ hold, currency }: { hold: BalanceView['holds'][number]; currency: string }) {
  const t = useTranslations('bankAccount.reserved');
  const locale = useLocale();
  const reach = useReachableAddress();
  const link = hold.link === null ? undefined : reach(hold.link);
  const since = formatDateTime(new Date(hold.heldAt), locale, useNow());
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <span className="min-w-0">
        <span className="block font-semibold">{hold.reason}</span>
        <span className="figures block text-small text-text-muted">{t('since', { moment: since })}</span>
        {link && (
          <Link {...linkTo(link)} className={`${linkClass} text-small`}>
            {t('follow')}
            <span className="sr-only"> {hold.reason}</span>
          </Link>
        )}
      </span>
      <MoneyAmount value={{ amount: hold.amount, currency }} className="font-semibold" />
    </li>
  );
}
