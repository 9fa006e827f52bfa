import type { MovementKind, StatementLayout, StatementLine } from '@larkmere/contract/accounts/statement';
import type { MoneyView } from '@larkmere/contract/platform/fields';
import { defaultText } from '@larkmere/messages/format-message';
import { describeRate, toDisplayedRate } from '@larkmere/money/displayed-rate';
import { type Currency, formatAmount, isZero, type Money, money, subtract } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';

/** Amounts are in minor units; credits are positive. */
export type StatementRow = Readonly<{
  uid: string;
  reference: string;
  bookedAt: Date;
  valueDate: string;
  currency: Currency;
  amount: bigint;
  balanceAfter: bigint;
  isFee: boolean;
  /** Part of `amount`: positive if charged, negative if given back. */
  fee: bigint;
  kind: MovementKind | null;
  counterparty: string | null;
  counterpartyAccount: string | null;
  description: string;
  payeeReference: string | null;
  paymentId: string | null;
  /** Exports go without it. */
  paymentKind?: string | null;
}> &
  ExchangeColumns;

type ExchangeColumns = Readonly<{
  sell: Currency | null;
  buy: Currency | null;
  sellMinor: bigint | null;
  exchangeFeeMinor: bigint | null;
  buyMinor: bigint | null;
  rate: string | null;
}>;

export function toStatementLine(line: StatementRow, layout: StatementLayout): StatementLine {
  const exchange = exchangeOf(line);
  return {
    uid: line.uid,
    reference: line.reference,
    bookedAt: line.bookedAt.toISOString(),
    valueDate: line.valueDate,
    type: typeOf(line),
    direction: line.amount < 0n ? 'out' : 'in',
    amount: formatAmount(money(line.currency, line.amount)),
    currency: line.currency,
    fee: feeOf(line),
    balanceAfter: formatAmount(money(line.currency, line.balanceAfter)),
    counterparty: line.isFee ? null : line.counterparty,
    counterpartyAccount: line.isFee ? null : line.counterpartyAccount,
    description: descriptionOf(line, exchange, layout),
    payeeReference: line.isFee ? null : line.payeeReference,
    paymentUid: line.paymentId,
    paymentReach: reachOfPayment(line.paymentKind),
    exchange: exchange && toExchangeView(exchange),
  };
}

const domesticKinds = ['domestic', 'internal'];

const reachOfPayment = (kind: string | null = null): StatementLine['paymentReach'] =>
  kind === null ? null : domesticKinds.includes(kind) ? 'domestic' : 'swift';

function feeOf({ isFee, fee, amount, currency }: StatementRow): StatementLine['fee'] {
  if (isFee || fee === 0n) return null;
  const size = money(currency, fee < 0n ? -fee : fee);
  return { ...toMoneyView(size), refunded: fee < 0n, amountWithout: formatAmount(money(currency, amount + fee)) };
}

function typeOf({ isFee, amount, kind }: StatementRow): string {
  if (isFee) return defaultText(amount < 0n ? 'movement_fee' : 'movement_fee_refunded');
  return defaultText(`movement_${kind ?? 'adjustment'}`);
}

type Exchange = Readonly<{ sold: Money; fee: Money; bought: Money; rate: Rate }>;

/** The fee of a payment counts as part of what was sold for it, so that the debited side is the whole change. */
function exchangeOf(line: StatementRow): Exchange | null {
  const { sell, buy, sellMinor, exchangeFeeMinor, buyMinor, rate: text } = line;
  if (sell === null || buy === null || sellMinor === null || exchangeFeeMinor === null || buyMinor === null)
    return null;
  const rate = text === null ? undefined : readRate(sell, buy, text);
  if (!rate) throw new Error(`${text} is not a rate of ${sell}/${buy}`);
  const paymentFee = line.kind === 'payment' && line.fee > 0n ? line.fee - exchangeFeeMinor : 0n;
  return {
    sold: money(sell, sellMinor + paymentFee),
    fee: money(sell, exchangeFeeMinor + paymentFee),
    bought: money(buy, buyMinor),
    rate,
  };
}

const toMoneyView = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });

const toExchangeView = ({ sold, fee, bought, rate }: Exchange): StatementLine['exchange'] => ({
  sold: toMoneyView(sold),
  bought: toMoneyView(bought),
  fee: toMoneyView(fee),
  rate: toDisplayedRate(rate),
});

function descriptionOf(line: StatementRow, exchange: Exchange | null, layout: StatementLayout): string {
  const { description, isFee, kind } = line;
  if (!exchange || kind !== 'exchange') return isFee ? defaultText('statement_fee_for', { description }) : description;
  const { sold, fee, bought, rate } = exchange;
  if (isFee)
    return defaultText('statement_exchange_fee', { sellCurrency: sold.currency, buyCurrency: bought.currency });
  if (layout === 'flat')
    return defaultText('statement_exchange_at_rate', { sold: subtract(sold, fee), bought, rate: describeRate(rate) });
  return isZero(fee)
    ? defaultText('statement_exchange', { sold, bought })
    : defaultText('statement_exchange_with_fee', { sold, bought, fee });
}
