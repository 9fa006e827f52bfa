import type { MoneyView } from '@larkmere/contract/fields';
import type { StatementLayout, StatementLine } from '@larkmere/contract/statement';
import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, formatAmount, isZero, type Money, money, subtract } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';
import { rateText, showRate } from '@larkmere/money/rate-text';
import { type MovementKind, movementWords } from '../books/books.ts';

/** Amounts are in minor units; credits are positive. */
export type Line = Readonly<{
  uid: string;
  reference: string;
  bookedAt: Date;
  valueDate: string;
  currency: Currency;
  amount: bigint;
  balanceAfter: bigint;
  isFee: boolean;
  kind: MovementKind | null;
  counterparty: string | null;
  counterpartyAccount: string | null;
  description: string;
  payeeReference: string | null;
  paymentId: string | null;
}> &
  ExchangeColumns;

type ExchangeColumns = Readonly<{
  sell: Currency | null;
  buy: Currency | null;
  sellMinor: bigint | null;
  feeMinor: bigint | null;
  buyMinor: bigint | null;
  rate: string | null;
}>;

export function viewOf(line: Line, layout: StatementLayout): StatementLine {
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
    balanceAfter: formatAmount(money(line.currency, line.balanceAfter)),
    counterparty: line.isFee ? null : line.counterparty,
    counterpartyAccount: line.isFee ? null : line.counterpartyAccount,
    description: descriptionOf(line, exchange, layout),
    payeeReference: line.isFee ? null : line.payeeReference,
    paymentUid: line.paymentId,
    exchange: exchange && viewExchange(exchange),
  };
}

function typeOf({ isFee, amount, kind }: Line): string {
  if (isFee) return amount < 0n ? 'Fee' : 'Fee given back';
  return movementWords[kind ?? 'adjustment'];
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

type Exchange = Readonly<{ sold: Money; fee: Money; bought: Money; rate: Rate }>;

function exchangeOf({ sell, buy, sellMinor, feeMinor, buyMinor, rate: text }: Line): Exchange | null {
  if (sell === null || buy === null || sellMinor === null || feeMinor === null || buyMinor === null) return null;
  const rate = text === null ? undefined : readRate(sell, buy, text);
  if (!rate) throw new Error(`${text} is not a rate of ${sell}/${buy}`);
  return { sold: money(sell, sellMinor), fee: money(sell, feeMinor), bought: money(buy, buyMinor), rate };
}

const wire = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });

const viewExchange = ({ sold, fee, bought, rate }: Exchange): StatementLine['exchange'] => ({
  sold: wire(sold),
  bought: wire(bought),
  fee: wire(fee),
  rate: showRate(rate),
});

function descriptionOf(line: Line, exchange: Exchange | null, layout: StatementLayout): string {
  const { description, isFee } = line;
  if (!exchange) return isFee ? `Fee for ${lowerFirst(description)}` : description;
  const { sold, fee, bought, rate } = exchange;
  if (isFee) return `Fee for exchanging ${sold.currency} to ${bought.currency}`;
  if (layout === 'flat')
    return `Exchanged ${moneyText(subtract(sold, fee))} to ${moneyText(bought)}, ${rateText(rate)}`;
  const words = `Exchanged ${moneyText(sold)} to ${moneyText(bought)}`;
  return isZero(fee) ? words : `${words}, fee ${moneyText(fee)} included`;
}
