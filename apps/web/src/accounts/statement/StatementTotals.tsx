import { useLocale, useNow, useTranslations } from 'use-intl';
import { formatShortDate } from '../../ui/date-text.ts';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import type { StatementFilter } from './statement-filter.ts';

type Totals = { currency: string; opening: string; totalIn: string; totalOut: string; closing: string };

export function StatementTotals({ totals, filter }: { totals: Totals; filter: StatementFilter }) {
  const t = useTranslations('statement.totals');
  const locale = useLocale();
  const now = useNow();
  const day = (text: string) => formatShortDate(new Date(`${text}T12:00`), locale, now);
  const money = (amount: string) => ({ amount, currency: totals.currency });
  const isFiltered = filter.direction !== undefined || filter.search !== undefined;
  return (
    <section aria-label={t('label', { from: day(filter.from), to: day(filter.to) })}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-px overflow-hidden rounded-card border border-line bg-line">
        <TotalFigure label={t('opening')} note={day(filter.from)}>
          <MoneyAmount value={money(totals.opening)} />
        </TotalFigure>
        <TotalFigure label={t('in')}>
          <MoneyAmount value={money(totals.totalIn)} sign="always" />
        </TotalFigure>
        <TotalFigure label={t('out')}>
          <MoneyAmount value={money(`-${totals.totalOut}`)} sign="always" />
        </TotalFigure>
        <TotalFigure label={t('closing')} note={day(filter.to)}>
          <MoneyAmount value={money(totals.closing)} />
        </TotalFigure>
      </dl>
      {isFiltered && <p className="mt-2 text-small text-text-muted">{t('all')}</p>}
    </section>
  );
}

const TotalFigure = ({ label, note, children }: { label: string; note?: string; children: React.ReactNode }) => (
  <div className="bg-surface px-4 py-3.5 sm:px-5">
    <dt className="flex flex-wrap justify-between gap-x-3 text-small text-text-muted">
      {label}
      {note && <span className="figures max-xl:hidden">{note}</span>}
    </dt>
    <dd className="mt-0.5 font-bold sm:text-h2">{children}</dd>
  </div>
);
