import { useLocale, useTranslations } from 'use-intl';
import { dayText } from '../ui/day.ts';
import { MoneyAmount } from '../ui/MoneyAmount.tsx';
import type { StatementFilter } from './statement-filter.ts';

type Totals = { currency: string; opening: string; totalIn: string; totalOut: string; closing: string };

/** Opening balance, what came in, what went out, closing balance: of the whole range, as the books have it. */
export function StatementTotals({ totals, filter }: { totals: Totals; filter: StatementFilter }) {
  const t = useTranslations('statement.totals');
  const locale = useLocale();
  const day = (text: string) => dayText(new Date(`${text}T12:00`), locale);
  const money = (amount: string) => ({ amount, currency: totals.currency });
  const isFiltered = filter.direction !== undefined || filter.search !== undefined;
  return (
    <section aria-label={t('label', { from: day(filter.from), to: day(filter.to) })}>
      <dl className="grid overflow-hidden rounded-card border border-line bg-surface sm:grid-cols-2 xl:grid-cols-4">
        <Figure label={t('opening')} note={day(filter.from)}>
          <MoneyAmount value={money(totals.opening)} />
        </Figure>
        <Figure label={t('in')}>
          <MoneyAmount value={money(totals.totalIn)} sign="always" />
        </Figure>
        <Figure label={t('out')}>
          <MoneyAmount value={money(`-${totals.totalOut}`)} sign="always" />
        </Figure>
        <Figure label={t('closing')} note={day(filter.to)}>
          <MoneyAmount value={money(totals.closing)} />
        </Figure>
      </dl>
      {isFiltered && <p className="mt-2 text-small text-text-muted">{t('all')}</p>}
    </section>
  );
}

const Figure = ({ label, note, children }: { label: string; note?: string; children: React.ReactNode }) => (
  <div className="border-line px-5 py-4 not-last:border-b sm:not-last:border-b-0">
    <dt className="flex flex-wrap justify-between gap-x-3 text-small text-text-muted">
      {label}
      {note && <span className="figures">{note}</span>}
    </dt>
    <dd className="mt-0.5 text-h2 font-bold">{children}</dd>
  </div>
);
