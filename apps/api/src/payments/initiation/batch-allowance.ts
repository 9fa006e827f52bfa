import { add, type Money, money, subtract } from '@larkmere/money/money';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { afterSending, type Price, withoutFeeWaiver } from '../pricing/pricing.ts';

/** A scheduled payment counts on its own day. */
type ExecutionDay = string | undefined;

const limitKey = ({ rail, amount }: Price, day: ExecutionDay): string => `${rail} ${amount.currency} ${day ?? ''}`;

const newPayeeKey = ({ payeeId, max }: NonNullable<Price['newPayeeLimit']>): string => `${payeeId} ${max.currency}`;

/** What earlier orders in one transaction have used of funds, limits and fee waivers. */
export class BatchAllowance {
  readonly #held = new Map<string, bigint>();
  readonly #sent = new Map<string, bigint>();
  readonly #first = new Map<string, bigint>();
  /** All payments of a batch have the same payer. */
  readonly #member = new Map<ExecutionDay, bigint>();
  readonly #free = new Set<string>();

  priceAfterEarlier(price: Price, { currency }: BankAccount, day: ExecutionDay): Price {
    const usedToday = add(price.usedToday, money(currency, this.#sent.get(limitKey(price, day)) ?? 0n));
    const freeTransfers = price.feeWaivers.filter((id) => !this.#free.has(id));
    const others = {
      ...price,
      usedToday,
      feeWaivers: freeTransfers,
      newPayeeLimit: this.#firstDay(price),
      memberLimit: afterSending(price.memberLimit, this.#member.get(day) ?? 0n),
    };
    return price.feeWaivers.length > 0 && freeTransfers.length === 0 ? withoutFeeWaiver(others) : others;
  }

  #firstDay({ newPayeeLimit }: Price): Price['newPayeeLimit'] {
    if (!newPayeeLimit) return undefined;
    const before = this.#first.get(newPayeeKey(newPayeeLimit)) ?? 0n;
    return { ...newPayeeLimit, sent: add(newPayeeLimit.sent, money(newPayeeLimit.max.currency, before)) };
  }

  remaining(available: Money, { id }: BankAccount): Money {
    return subtract(available, money(available.currency, this.#held.get(id) ?? 0n));
  }

  /** A scheduled payment holds no money. */
  add(price: Price, { id }: BankAccount, day: ExecutionDay): void {
    if (day === undefined) this.#held.set(id, (this.#held.get(id) ?? 0n) + price.total.minor);
    const way = limitKey(price, day);
    this.#sent.set(way, (this.#sent.get(way) ?? 0n) + price.amount.minor);
    if (price.newPayeeLimit) {
      const payee = newPayeeKey(price.newPayeeLimit);
      this.#first.set(payee, (this.#first.get(payee) ?? 0n) + price.amount.minor);
    }
    this.#member.set(day, (this.#member.get(day) ?? 0n) + (price.memberLimit?.amount.minor ?? 0n));
    const [free] = price.feeWaivers;
    if (free) this.#free.add(free);
  }
}
