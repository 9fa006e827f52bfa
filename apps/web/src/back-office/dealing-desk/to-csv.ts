import { neutraliseFormula } from '@larkmere/contract/platform/neutralise-formula';
import type { DealtDeal } from './deal-stages.ts';
import { marketRate, pairName } from './rate-figure.ts';

const columns: readonly (readonly [name: string, cell: (row: DealtDeal) => string])[] = [
  ['accepted', ({ at }) => at],
  ['reference', ({ deal }) => deal.reference],
  ['customer', ({ deal }) => deal.customer],
  ['value_date', ({ deal }) => deal.valueDate],
  ['sold', ({ quote }) => quote.sellAmount.amount],
  ['sold_currency', ({ quote }) => quote.sellAmount.currency],
  ['bought', ({ quote }) => quote.buyAmount.amount],
  ['bought_currency', ({ quote }) => quote.buyAmount.currency],
  ['pair', ({ quote }) => pairName(quote.displayedRate)],
  ['rate', ({ quote }) => marketRate(quote.displayedRate).rate],
  ['mid', ({ quote }) => marketRate(quote.displayedMidRate).rate],
  ['margin_bps', ({ quote }) => String(quote.marginBps)],
  ['margin_gbp', ({ quote }) => quote.gbpMargin.amount],
  ['state', ({ deal }) => deal.state],
];

const escapeCell = (text: string): string => {
  const safe = neutraliseFormula(text);
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const toCsv = (rows: readonly DealtDeal[]): string =>
  [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, cell]) => escapeCell(cell(row))))]
    .map((cells) => cells.join(','))
    .join('\n');
