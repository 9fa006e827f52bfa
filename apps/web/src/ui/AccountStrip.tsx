import { useTranslations } from 'use-intl';
import { CurrencyFlag } from './CurrencyFlag.tsx';
import { MoneyAmount } from './MoneyAmount.tsx';
import type { Money } from './money.ts';

export type StripAccount = { bankholderid: string; currency: string; available: Money | undefined };

type Props = { accounts: StripAccount[]; current?: string | undefined };

/** The balances as one row for inner pages; on a phone it folds away behind its first line. */
export function AccountStrip({ accounts, current }: Props) {
  const t = useTranslations('ui.account');
  const row = (
    <ul className="flex flex-wrap gap-2">
      {accounts.map(({ bankholderid, currency, available }) => (
        <li
          key={bankholderid}
          aria-current={bankholderid === current ? 'true' : undefined}
          className="flex items-center gap-2 rounded-full border border-line bg-surface py-1 pr-3.5 pl-1 text-small aria-[current]:border-brand aria-[current]:bg-brand-soft"
        >
          <CurrencyFlag code={currency} size={24} />
          <span className="sr-only">{t('available')}</span>
          <MoneyAmount value={available} size="sm" className="font-semibold" />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <div className="hidden md:block">{row}</div>
      <details className="md:hidden">
        <summary className="min-h-8 cursor-pointer text-small font-semibold text-text-muted">{t('balances')}</summary>
        <div className="pt-2">{row}</div>
      </details>
    </>
  );
}
