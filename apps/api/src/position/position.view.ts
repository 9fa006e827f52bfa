import type { CoverView } from '@larkmere/contract/position';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import type { CoverRow } from './position.sql.ts';

export const wire = (value: Money): { amount: string; currency: Currency } => ({
  amount: formatAmount(value),
  currency: value.currency,
});

export const viewCover = (row: CoverRow): CoverView => ({
  uid: row.id,
  state: row.state as CoverView['state'],
  sold: wire(money(row.sell as Currency, row.sell_minor)),
  bought: row.buy_minor === null ? null : wire(money(row.buy as Currency, row.buy_minor)),
  rate: row.rate,
  reference: row.reference,
  askedAt: row.asked_at.toISOString(),
});
