import { hash } from 'node:crypto';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { AccountId, Db, Operation, OperationId, Tx } from './types.ts';

export type OpenHold = Readonly<{ id: OperationId; code: string; amount: Money; heldAt: Date; expiresAt?: Date }>;

export async function findOpenHolds(tx: Tx, account: AccountId): Promise<OpenHold[]> {
  const { rows } = await openHoldsQuery(account).execute(tx);
  return rows.map(openHoldFromRow);
}

export type OpenHoldRow = {
  id: OperationId;
  code: string;
  currency: Currency;
  amount: string;
  held_at: Date | string;
  expires_at: Date | string | null;
};

export const openHoldsQuery = (account: AccountId): RawBuilder<OpenHoldRow> => sql`
  select h.op_id as id, t.code, a.currency, sum(h.amount)::text as amount, min(t.booked_at) as held_at, min(h.expires_at) as expires_at
  from ledger.hold h
  join ledger.transfer t on t.op_id = h.op_id and t.leg = h.leg
  join ledger.account a on a.id = h.debit_account_id
  where h.debit_account_id = ${account}
  group by h.op_id, t.code, a.currency
  order by min(t.booked_at), h.op_id`;

export const openHoldFromRow = ({ id, code, currency, amount, held_at, expires_at }: OpenHoldRow): OpenHold => ({
  id,
  code,
  amount: money(currency, BigInt(amount)),
  heldAt: new Date(held_at),
  ...(expires_at && { expiresAt: new Date(expires_at) }),
});

/**
 * Expiry is judged by the database's clock, the longest expired first. Sweeps may overlap: the second gets
 * `hold_already_resolved`.
 */
export async function expiredHoldVoidings(db: Db, limit: number): Promise<Operation[]> {
  const { rows: expired } = await sql<{ id: OperationId; now: Date }>`
    select op_id as id, clock_timestamp() as now from ledger.hold
    where leg = 1 and expires_at <= clock_timestamp()
    order by expires_at limit ${limit}`.execute(db);
  return expired.map((hold) => ({
    kind: 'void_hold',
    id: expiryIdOf(hold.id, hold.now),
    code: 'hold.expired',
    holdId: hold.id,
  }));
}

function expiryIdOf(hold: OperationId, now: Date): OperationId {
  const digest = hash('sha256', `expiry of ${hold}`);
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}` as OperationId;
}
