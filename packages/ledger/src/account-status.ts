import { sql } from 'kysely';
import { AccountNotEmpty } from './errors.ts';
import type { AccountId, Tx } from './types.ts';

const frozenFlag = 4;
const closedFlag = 8;

/** Blocks postings and holds on both sides. Existing holds can be voided, and posted after unfreezing. */
export const freezeAccount = (tx: Tx, id: AccountId): Promise<void> => setFlags(tx, id, { set: frozenFlag });

export const unfreezeAccount = (tx: Tx, id: AccountId): Promise<void> => setFlags(tx, id, { clear: frozenFlag });

/** Irreversible. Throws AccountNotEmpty while the account has a balance or open holds. */
export const closeAccount = (tx: Tx, id: AccountId): Promise<void> => setFlags(tx, id, { set: closedFlag });

async function setFlags(
  tx: Tx,
  id: AccountId,
  { set = 0, clear = 0 }: { set?: number; clear?: number },
): Promise<void> {
  const { rows } = await sql<{ known: boolean; marked: boolean }>`
    select exists (select from ledger.account where id = ${id}) as known,
      ledger.mark_account(${id}, ${set}::smallint, ${clear}::smallint) as marked`.execute(tx);
  if (!rows[0]?.known) throw new RangeError(`no ledger account ${id}`);
  if (!rows[0].marked) throw new AccountNotEmpty(`account ${id} has a balance or open holds`);
}
