import { balancesOf } from '@larkmere/ledger/balance';
import { type Currency, currencies, type Money, money } from '@larkmere/money/money';
import { houseAccount } from '../books/books.ts';
import type { Tx } from '../kernel/db.ts';
import { event } from '../kernel/outbox.ts';

export const home = 'GBP' satisfies Currency;

export const coverAsked = event<{ coverId: string }>('position.cover_asked');

/** Own funds per currency beyond what is owed to customers; negative where currency has to be bought. */
export async function positions(tx: Tx): Promise<Money[]> {
  const accounts = await Promise.all(currencies.map((currency) => houseAccount(tx, `position:${currency}`)));
  const balances = await balancesOf(tx, accounts);
  return currencies.map((currency, place) => {
    const account = accounts[place];
    return (account !== undefined && balances.get(account)?.balance) || money(currency, 0n);
  });
}
