/**
 * Our own position in each currency: what we hold beyond what is owed to customers. Dealers cover it with a deal at the
 * partner bank, and it is revalued in `reportingCurrency` once each trading day is closed.
 */

import { balancesOf } from '@larkmere/ledger/balance';
import { type Currency, currencies, type Money, money } from '@larkmere/money/money';
import { firmAccountId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { Tx } from '../../platform/db/db.ts';
import { defineEvent } from '../../platform/events/outbox.ts';

export { expectedCoverRate } from './treasury.sql.ts';

export const reportingCurrency = 'GBP' satisfies Currency;

export const coverRequested = defineEvent<{ coverId: string }>('position.cover_requested');

/** Own funds per currency beyond what is owed to customers; negative where currency has to be bought. */
export async function positions(tx: Tx): Promise<Money[]> {
  const accounts = await Promise.all(currencies.map((currency) => firmAccountId(tx, `position:${currency}`)));
  const balances = await balancesOf(tx, accounts);
  return currencies.map((currency, place) => {
    const account = accounts[place];
    return (account !== undefined && balances.get(account)?.balance) || money(currency, 0n);
  });
}
