import { ArrowDownToLine, ArrowLeftRight, ArrowRight, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { BalanceAmount } from './BalanceAmount.tsx';
import { Button } from './Button.tsx';
import { dayName, formatDate, toLocalDate } from './date-text.ts';
import { MoneyAmount } from './MoneyAmount.tsx';
import type { Money } from './money.ts';

export type Transaction = {
  id: string;
  at: Date;
  title: string;
  detail: string;
  amount: Money;
  /** The other side of an exchange, or what a payment in another currency sends. */
  otherAmount?: Money;
  kind: 'in' | 'out' | 'exchange' | 'fee';
  status?: ReactNode;
  balanceAfter?: Money;
  isNew?: boolean;
};

const icons = { in: ArrowDownToLine, out: ArrowRight, exchange: ArrowLeftRight, fee: ReceiptText };

type Props = {
  transactions: Transaction[];
  now: Date;
  onOpen: (id: string) => void;
  onMore?: (() => void) | undefined;
  loadingMore?: boolean;
};

export function TransactionList({ transactions, now, onOpen, onMore, loadingMore = false }: Props) {
  const t = useTranslations('ui.transactions');
  const locale = useLocale();
  const days = Map.groupBy(transactions, ({ at }) => toLocalDate(at));
  return (
    <div>
      {[...days].map(([day, rows]) => {
        const name = dayName(day, now);
        return (
          <section key={day}>
            <h3 className="bg-page px-5 py-1.5 text-small font-semibold text-text-muted">
              {name ? t(name) : rows[0] && formatDate(rows[0].at, locale)}
            </h3>
            <ul>
              {rows.map((row) => (
                <li key={row.id}>
                  <Row row={row} onOpen={() => onOpen(row.id)} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {onMore && (
        <div className="p-4 text-center">
          <Button kind="secondary" onClick={onMore} busy={loadingMore} busyLabel={t('loadingMore')}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Row({ row, onOpen }: { row: Transaction; onOpen: () => void }) {
  const Icon = icons[row.kind];
  return (
    <button
      type="button"
      onClick={onOpen}
      className={`flex min-h-16 w-full items-center gap-3 px-5 py-2.5 text-left transition-colors -outline-offset-3 hover:bg-page ${row.isNew ? 'animate-fresh' : ''}`}
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-text-muted">
        <Icon size={18} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{row.title}</span>
        <span className="block text-small text-text-muted">{row.detail}</span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-1">
        <MoneyAmount value={row.amount} sign="always" className="font-semibold" />
        {row.otherAmount && row.kind === 'exchange' && (
          <MoneyAmount value={row.otherAmount} sign="always" className="font-semibold" />
        )}
        {row.otherAmount && row.kind !== 'exchange' && (
          <MoneyAmount value={row.otherAmount} size="sm" className="text-small text-text-muted" />
        )}
        {row.status}
        {row.balanceAfter && (
          <span className="text-caption text-text-muted">
            <BalanceAmount label="balance" value={row.balanceAfter} size="sm" />
          </span>
        )}
      </span>
    </button>
  );
}
