import type { CoverView } from '@larkmere/contract/fx/treasury';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import type { CoverRow } from './treasury.sql.ts';

export const toMoneyView = (value: Money): { amount: string; currency: Currency } => ({
  amount: formatAmount(value),
  currency: value.currency,
});

export const viewCover = (row: CoverRow): CoverView => ({
  uid: row.id,
  state: row.state,
  sold: toMoneyView(money(row.sell, row.sellMinor)),
  bought: row.buyMinor === null ? null : toMoneyView(money(row.buy, row.buyMinor)),
  rate: row.rate,
  reference: row.reference,
  requestedAt: row.requestedAt.toISOString(),
});
