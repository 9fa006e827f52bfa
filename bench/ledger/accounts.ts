import { openAccount } from '@larkmere/ledger/open-account';
import { postOperations } from '@larkmere/ledger/operations';
import type { AccountId, Operation } from '@larkmere/ledger/types';
import { type Currency, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { createOperationId } from '../../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';

const funds = 1_000_000_000_000n;
const batchSize = 2000;

export async function fundedAccounts(db: Db, prefix: string, currency: Currency, count: number): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    select a.id from generate_series(1, ${count}::int) n,
      ledger.open_account(${prefix} || ':' || n, 'liability', ${currency}, 1::smallint) a`.execute(db);
  const accounts = rows.map(({ id }) => id);
  const source = await openFirmAccount(db, `bench:source:${currency}`, currency);
  for (let from = 0; from < count; from += batchSize) {
    const some = accounts.slice(from, from + batchSize);
    const operations = some.map(
      (credit): Operation => ({
        kind: 'post',
        id: createOperationId(),
        code: 'bench.funded',
        postings: [{ debit: source, credit, amount: money(currency, funds) }],
      }),
    );
    await inTransaction(db, (tx) => postOperations(tx, operations));
  }
  return accounts;
}

export const openFirmAccount = (db: Db, code: string, currency: Currency): Promise<AccountId> =>
  inTransaction(db, (tx) => openAccount(tx, { code, class: 'liability', currency, mayOverdraw: true }));
