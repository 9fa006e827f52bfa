import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { BalanceAmount } from './BalanceAmount.tsx';
import { CurrencyFlag } from './CurrencyFlag.tsx';
import type { Money } from './money.ts';

export type StripAccount = {
  bankholderid: string;
  currency: string;
  ending: string | undefined;
  balance: Money | undefined;
  available: Money | undefined;
  asOf?: string | undefined;
  card?: ReactNode;
};

type Props = {
  accounts: StripAccount[];
  current?: string | undefined;
  onOpen: (bankholderid: string) => void;
};

export function AccountStrip({ accounts, current, onOpen }: Props) {
  const t = useTranslations('ui.account');
  const row = useScrollToCurrent(current);
  return (
    <ul
      ref={row}
      aria-label={t('balances')}
      className="-mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:flex-wrap md:overflow-visible md:px-0"
    >
      {accounts.map((account) => (
        <Item
          key={account.bankholderid}
          account={account}
          isCurrent={account.bankholderid === current}
          onOpen={() => onOpen(account.bankholderid)}
        />
      ))}
    </ul>
  );
}

type ItemProps = { account: StripAccount; isCurrent: boolean; onOpen: () => void };

function Item({ account: { currency, ending, balance, available, asOf, card }, isCurrent, onOpen }: ItemProps) {
  const t = useTranslations('ui.account');
  const line = 'col-span-2 grid grid-cols-subgrid items-baseline';
  return (
    <li
      aria-current={isCurrent ? 'true' : undefined}
      className="flex h-15 shrink-0 items-center rounded-card border border-line bg-surface transition-colors hover:border-line-strong aria-[current]:border-brand aria-[current]:bg-brand-soft"
    >
      <button
        type="button"
        onClick={onOpen}
        className="flex h-full items-center gap-2.5 rounded-card px-3 text-left -outline-offset-3"
      >
        <CurrencyFlag code={currency} size={32} />
        <span className="grid">
          <span className="text-small font-semibold">{currency}</span>
          <span className="figures text-caption text-text-muted">{ending && t('ending', { ending })}</span>
        </span>
        <span className="ml-1 grid grid-cols-[auto_auto] gap-x-2 text-right text-small leading-5">
          <StripFigure label="available" value={available} className={`${line} font-semibold`} />
          {asOf ? (
            <span className="col-span-2 text-caption text-warning">{t('asOf', { time: asOf })}</span>
          ) : (
            <StripFigure label="balance" value={balance} className={`${line} text-text-muted`} />
          )}
        </span>
      </button>
      {card && <span className="pr-3">{card}</span>}
    </li>
  );
}

type FigureProps = { label: 'balance' | 'available'; value: Money | undefined; className: string };

function StripFigure({ label, value, className }: FigureProps) {
  const t = useTranslations('ui.balance');
  return (
    <span className={className}>
      <span className="text-left text-caption font-medium text-text-muted">{t(label)}</span>{' '}
      <span className="min-w-26">
        <BalanceAmount label={label} value={value} placement="heading" size="sm" />
      </span>{' '}
    </span>
  );
}

function useScrollToCurrent(current: string | undefined) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (current === undefined) return;
    const item = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (item && row.current) row.current.scrollLeft = item.offsetLeft - row.current.offsetLeft - 16;
  }, [current]);
  return row;
}
