import { add, type Money, money, subtract } from '@larkmere/money/money';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { type Price, standardPrice } from './price.ts';

const wayOf = ({ rail, amount }: Price): string => `${rail} ${amount.currency}`;

const firstOf = ({ payeeId, most }: NonNullable<Price['firstDay']>): string => `${payeeId} ${most.currency}`;

/** What earlier orders in one transaction have used of funds, limits and fee waivers. */
export class Others {
  readonly #held = new Map<string, bigint>();
  readonly #sent = new Map<string, bigint>();
  readonly #first = new Map<string, bigint>();
  readonly #free = new Set<string>();

  after(price: Price, { currency }: BankAccount): Price {
    const usedToday = add(price.usedToday, money(currency, this.#sent.get(wayOf(price)) ?? 0n));
    const freeTransfers = price.freeTransfers.filter((id) => !this.#free.has(id));
    const others = { ...price, usedToday, freeTransfers, firstDay: this.#firstDay(price) };
    return price.freeTransfers.length > 0 && freeTransfers.length === 0 ? standardPrice(others) : others;
  }

  #firstDay({ firstDay }: Price): Price['firstDay'] {
    if (!firstDay) return undefined;
    const before = this.#first.get(firstOf(firstDay)) ?? 0n;
    return { ...firstDay, sent: add(firstDay.sent, money(firstDay.most.currency, before)) };
  }

  leftOf(available: Money, { id }: BankAccount): Money {
    return subtract(available, money(available.currency, this.#held.get(id) ?? 0n));
  }

  add(price: Price, { id }: BankAccount): void {
    this.#held.set(id, (this.#held.get(id) ?? 0n) + price.total.minor);
    const way = wayOf(price);
    this.#sent.set(way, (this.#sent.get(way) ?? 0n) + price.amount.minor);
    if (price.firstDay) {
      const payee = firstOf(price.firstDay);
      this.#first.set(payee, (this.#first.get(payee) ?? 0n) + price.amount.minor);
    }
    const [free] = price.freeTransfers;
    if (free) this.#free.add(free);
  }
}
