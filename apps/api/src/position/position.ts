import { balancesOf } from '@larkmere/ledger/balance';
import { type Currency, currencies, type Money, money } from '@larkmere/money/money';
import { houseAccount } from '../books/books.ts';
import type { Tx } from '../kernel/db.ts';
import { event } from '../kernel/outbox.ts';

/** What the firm's gains and losses are told in. */
export const home = 'GBP' satisfies Currency;

/** A cover deal was asked for and is to be made with the bank. */
export const coverAsked = event<{ coverId: string }>('position.cover_asked');

/** What the firm has of each currency beyond what it owes to customers; below zero where it has to buy. */
export async function positions(tx: Tx): Promise<Money[]> {
  const accounts = await Promise.all(currencies.map((currency) => houseAccount(tx, `position:${currency}`)));
  const balances = await balancesOf(tx, accounts);
  return currencies.map((currency, place) => {
    const account = accounts[place];
    return (account !== undefined && balances.get(account)?.balance) || money(currency, 0n);
  });
}
