import { createHash } from 'node:crypto';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { postOperations } from './operations.ts';
import type { AccountId, OperationId, Tx } from './types.ts';

export type OpenHold = Readonly<{ id: OperationId; code: string; amount: Money; heldAt: Date; expiresAt?: Date }>;

/** What is set aside on an account and not yet posted or voided, oldest first: why available is below balance. */
export async function openHoldsOf(tx: Tx, account: AccountId): Promise<OpenHold[]> {
  const { rows } = await sql<HoldRow>`
    select h.op_id as id, t.code, a.currency, sum(h.amount)::bigint as amount, min(t.booked_at) as held_at, min(h.expires_at) as expires_at
    from ledger.hold h
    join ledger.transfer t on t.op_id = h.op_id and t.leg = h.leg
    join ledger.account a on a.id = h.debit_account_id
    where h.debit_account_id = ${account}
    group by h.op_id, t.code, a.currency
    order by min(t.booked_at), h.op_id`.execute(tx);
  return rows.map(({ id, code, currency, amount, held_at, expires_at }) => ({
    id,
    code,
    amount: money(currency, amount),
    heldAt: held_at,
    ...(expires_at && { expiresAt: expires_at }),
  }));
}

type HoldRow = {
  id: OperationId;
  code: string;
  currency: Currency;
  amount: bigint;
  held_at: Date;
  expires_at: Date | null;
};

/**
 * Voids holds that expired by `now` (and by the database's clock), at most `limit` of them, the longest expired first.
 * Answers the holds it voided; one that somebody else resolved meanwhile is left out. Several sweeps may run at once.
 */
export async function sweepExpiredHolds(tx: Tx, now: Date, limit: number): Promise<OperationId[]> {
  const { rows: expired } = await sql<{ id: OperationId; expires_at: Date }>`
    select op_id as id, expires_at from ledger.hold
    where leg = 1 and expires_at <= least(${now.toISOString()}::timestamptz, clock_timestamp())
    order by expires_at limit ${limit}`.execute(tx);
  const voidings = expired.map((hold) => ({
    kind: 'void_hold' as const,
    id: expiryIdOf(hold.id, hold.expires_at),
    code: 'hold.expired',
    holdId: hold.id,
  }));
  const outcomes = await postOperations(tx, voidings);
  return expired.filter((_, i) => outcomes[i]?.outcome === 'done').map(({ id }) => id);
}

/** One id for the expiry of a hold, whoever sweeps it: version 7, of the millisecond in which the hold expired. */
function expiryIdOf(hold: OperationId, expiresAt: Date): OperationId {
  const hex = createHash('sha256').update(`expiry of ${hold}`).digest('hex');
  const time = expiresAt.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}` as OperationId;
}
