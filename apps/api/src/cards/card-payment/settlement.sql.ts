import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { CardPaymentSettlement } from '../../platform/db/schema.gen.ts';
import type { CardPayment } from './card-payment.sql.ts';

export type Settlement = Readonly<Selectable<CardPaymentSettlement>>;

/** Undefined for one that was reported before. */
export const insertSettlement = (
  tx: Tx,
  settlement: Insertable<CardPaymentSettlement>,
): Promise<Settlement | undefined> =>
  tx
    .insertInto('card_payment.settlement')
    .values(settlement)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const selectSettlement = (tx: Tx, id: string): Promise<Settlement | undefined> =>
  tx.selectFrom('card_payment.settlement').selectAll().where('id', '=', id).executeTakeFirst();

export const lockSettlement = (tx: Tx, id: string): Promise<Settlement | undefined> =>
  tx.selectFrom('card_payment.settlement').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export async function updateSettlement(tx: Tx, id: string, change: Updateable<CardPaymentSettlement>): Promise<void> {
  await tx.updateTable('card_payment.settlement').set(change).where('id', '=', id).execute();
}

export const lockSettledPayments = (tx: Tx, ids: readonly string[]): Promise<CardPayment[]> =>
  tx
    .selectFrom('card_payment.payment')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export type SettledLine = Readonly<{ paymentId: string; cleared: bigint; refunded: bigint }>;

/** Stores the lines of a file, and adds them to what is settled of each payment. */
export async function settleLines(tx: Tx, settlementId: string, lines: readonly SettledLine[]): Promise<void> {
  const column = <K extends keyof SettledLine>(name: K) => lines.map((line) => line[name]);
  await sql`
    with line as (
      insert into card_payment.settlement_line (settlement_id, payment_id, cleared_minor, refunded_minor)
      select ${settlementId}, l.* from unnest(${column('paymentId')}::uuid[], ${column('cleared')}::bigint[],
        ${column('refunded')}::bigint[]) l
      returning payment_id, cleared_minor, refunded_minor)
    update card_payment.payment p set settled_cleared_minor = p.settled_cleared_minor + line.cleared_minor,
      settled_refunded_minor = p.settled_refunded_minor + line.refunded_minor
    from line where p.id = line.payment_id`.execute(tx);
}

/** Those that are not settled first. */
export const selectSettlements = (tx: Tx, most: number): Promise<Settlement[]> =>
  tx
    .selectFrom('card_payment.settlement')
    .selectAll()
    .orderBy(sql`state = 'settled'`)
    .orderBy('reportedAt', 'desc')
    .limit(most)
    .execute();
