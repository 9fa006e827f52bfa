import { add, type Money, money, subtract } from '@larkmere/money/money';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { type Price, standardPrice } from './price.ts';

/** Limits are counted by rail and by the currency that leaves. */
const wayOf = ({ rail, amount }: Price): string => `${rail} ${amount.currency}`;

/**
 * Payments of one payer that are decided in one transaction, one after the other: each finds of money, limits and free
 * transfers what the ones before it left.
 */
export class Others {
  readonly #held = new Map<string, bigint>();
  readonly #sent = new Map<string, bigint>();
  readonly #free = new Set<string>();

  /** The price of the next one. */
  after(price: Price, { currency }: BankAccount): Price {
    const usedToday = add(price.usedToday, money(currency, this.#sent.get(wayOf(price)) ?? 0n));
    const freeTransfers = price.freeTransfers.filter((id) => !this.#free.has(id));
    const others = { ...price, usedToday, freeTransfers };
    return price.freeTransfers.length > 0 && freeTransfers.length === 0 ? standardPrice(others) : others;
  }

  /** What the ones before leave of what is available. */
  leftOf(available: Money, { id }: BankAccount): Money {
    return subtract(available, money(available.currency, this.#held.get(id) ?? 0n));
  }

  /** This one is made, too. */
  add(price: Price, { id }: BankAccount): void {
    this.#held.set(id, (this.#held.get(id) ?? 0n) + price.total.minor);
    const way = wayOf(price);
    this.#sent.set(way, (this.#sent.get(way) ?? 0n) + price.amount.minor);
    const [free] = price.freeTransfers;
    if (free) this.#free.add(free);
  }
}
