import { balanceAt } from '@larkmere/ledger/balance';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { safeguardingAccountId } from '../../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import { openDb } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { currencies } from './chart.ts';

export type OpeningBalance = Readonly<{ currency: Currency; amount: string; at: string }>;

export async function readOpeningBalances(databaseUrl: string): Promise<OpeningBalance[]> {
  const db = openDb(databaseUrl, 1);
  try {
    return await inTransaction(db, async (tx) => {
      const seeded = await tx
        .selectFrom('platform.audit')
        .select('detail')
        .where('action', '=', 'demo.seeded')
        .executeTakeFirst();
      if (!seeded) return [];
      const { endsAt: at } = seeded.detail as { endsAt: string };
      const openings: OpeningBalance[] = [];
      for (const currency of currencies) {
        const { minor } = await balanceAt(tx, await safeguardingAccountId(tx, currency), new Date(at));
        // The ledger counts credits as positive; money at the bank is a debit.
        openings.push({ currency, amount: formatAmount(money(currency, -minor)), at });
      }
      return openings;
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Idempotent: sets the sandbox bank's opening balances, so that its statement agrees with our ledger. Throws if the
 * bank refuses.
 */
export async function sendOpeningBalances(databaseUrl: string, bankUrl: string): Promise<void> {
  for (const opening of await readOpeningBalances(databaseUrl)) {
    const reply = await fetch(new URL('/sandbox/opening', bankUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(opening),
    });
    if (!reply.ok) throw new Error(`The sandbox bank did not take its opening balance: ${await reply.text()}`);
  }
}
