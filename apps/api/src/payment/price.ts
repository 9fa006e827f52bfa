import type { PriceView } from '@larkmere/contract/payment';
import { balanceOf } from '@larkmere/ledger/balance';
import {
  add,
  type Currency,
  compare,
  formatAmount,
  isPositive,
  type Money,
  money,
  readAmount,
  zero,
} from '@larkmere/money/money';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx, CustomerActor } from '../kernel/verb.ts';
import { rulesInForce } from './price.sql.ts';
import type { RailName } from './rails/rail.ts';

/** Faster Payments takes seconds; the scheme promises two hours. */
const arrivalHours = 2;

export type Price = Readonly<{
  amount: Money;
  fee: Money;
  standardFee: Money;
  freeTransfersLeft: number;
  total: Money;
  perPayment: Money;
  leftToday: Money;
  arrival: Readonly<{ earliest: Date; latest: Date }>;
}>;

/** By which rail money goes, and the key of the service that must be on for it. */
export type Way = Readonly<{ rail: RailName; service: string }>;

/** The one place where a payment's price is made: for the first keystroke and for the booking alike. Refuses with `service_off`. */
export async function priceOf(
  { tx, now }: Ctx,
  { customerId, userType: tier }: Pick<CustomerActor, 'customerId' | 'userType'>,
  { rail, service }: Way,
  amount: Money,
): Promise<Price> {
  const { currency } = amount;
  const rules = await rulesInForce(tx, { customerId, rail, currency, tier, service });
  const message = rules.service_message;
  if (!rules.service_on) throw new Refusal('service_off', message === null ? {} : { message });
  const { fee_minor, per_payment_minor, per_day_minor, sent_today, free_trades } = rules;
  if (fee_minor === null || per_payment_minor === null || per_day_minor === null)
    throw new Error(`no fee or limit rule for ${rail} ${currency} ${tier}`);
  const standardFee = money(currency, fee_minor);
  const fee = free_trades > 0 ? zero(currency) : standardFee;
  const left = per_day_minor - sent_today;
  return {
    amount,
    fee,
    standardFee,
    freeTransfersLeft: free_trades,
    total: add(amount, fee),
    perPayment: money(currency, per_payment_minor),
    leftToday: money(currency, left < 0n ? 0n : left),
    arrival: { earliest: now, latest: new Date(now.getTime() + arrivalHours * 3_600_000) },
  };
}

/** Refuses with `limit_exceeded` what is above the limit of one payment or of what is left of the day. */
export function requireWithinLimits({ amount, perPayment, leftToday }: Price): void {
  const limit = compare(perPayment, leftToday) < 0 ? perPayment : leftToday;
  if (compare(amount, limit) <= 0) return;
  const message = `You can send up to ${formatAmount(limit)} ${limit.currency} ${limit === perPayment ? 'at a time' : 'more today'}. Nothing was sent.`;
  throw new Refusal('limit_exceeded', { message, data: { limit: formatAmount(limit), currency: limit.currency } });
}

/** Reads what was typed; refuses with `amount_invalid` what is not a positive amount of the currency. */
export function requireAmount(currency: Currency, text: string): Money {
  const amount = readAmount(currency, text);
  if (!amount || !isPositive(amount))
    throw new Refusal('amount_invalid', {
      errors: [{ field: 'amount', code: 'amount_invalid', message: 'Enter an amount above zero, such as 25.00' }],
    });
  return amount;
}

/** Reads the fee that was shown; refuses with `amount_invalid` what is not an amount of the currency. */
export function requireFee(currency: Currency, text: string): Money {
  const fee = readAmount(currency, text);
  if (fee) return fee;
  throw new Refusal('amount_invalid', {
    errors: [{ field: 'fee', code: 'amount_invalid', message: 'The fee is an amount, such as 0.50' }],
  });
}

export const wire = (value: Money): { amount: string; currency: Money['currency'] } => ({
  amount: formatAmount(value),
  currency: value.currency,
});

export async function viewPrice({ tx }: Pick<Ctx, 'tx'>, price: Price, account: BankAccount): Promise<PriceView> {
  const { available } = await balanceOf(tx, account.ledgerAccountId);
  return {
    amount: wire(price.amount),
    fee: wire(price.fee),
    standardFee: wire(price.standardFee),
    freeTransfer: { used: price.freeTransfersLeft > 0, left: price.freeTransfersLeft },
    total: wire(price.total),
    arrival: { earliest: price.arrival.earliest.toISOString(), latest: price.arrival.latest.toISOString() },
    limit: { perPayment: formatAmount(price.perPayment), leftToday: formatAmount(price.leftToday) },
    available: wire(available),
  };
}
