import { sql } from 'kysely';
import { type Balance, type BalanceRow, balanceFromRow, balancesQuery } from './balance.ts';
import { type OpenHold, type OpenHoldRow, openHoldFromRow, openHoldsQuery } from './holds.ts';
import { type Entry, entriesFromColumns, type Page, type PageColumns, pageQuery } from './statement.ts';
import type { Db } from './types.ts';

export type Overview = Readonly<{ balance: Balance; holds: readonly OpenHold[]; entries: readonly Entry[] }>;

/**
 * Reads one snapshot: a concurrent posting is in all three parts or in none. Throws RangeError for an unknown account.
 */
export async function accountOverview(db: Db, page: Page): Promise<Overview> {
  const { rows } = await sql<Row>`select
    (select to_json(b) from (${balancesQuery([page.accountId])}) b) as balance,
    (select coalesce(json_agg(h), '[]') from (${openHoldsQuery(page.accountId)}) h) as holds,
    ${pageQuery(page)} as page`.execute(db);
  const [row] = rows;
  if (!row?.balance) throw new RangeError(`no ledger account ${page.accountId}`);
  const [holds, entries] = [row.holds.map(openHoldFromRow), entriesFromColumns(row.page)];
  return { balance: balanceFromRow(row.balance), holds, entries };
}

type Row = { balance: BalanceRow | null; holds: OpenHoldRow[]; page: PageColumns };
