import type { PaymentState } from '@larkmere/contract/payment';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';
import { lockAll } from '../kernel/lock.ts';
import type { PaymentIncoming, PaymentPayment } from '../kernel/schema.gen.ts';
import type { Payment } from './payment.ts';

/** What a payment is made of before the rail has said anything about it. */
export type NewPayment = Pick<
  Payment,
  | 'id'
  | 'reference'
  | 'customer_id'
  | 'person_id'
  | 'account_id'
  | 'rail'
  | 'payee_id'
  | 'payee_version'
  | 'payee_name'
  | 'payee_sort_code'
  | 'payee_account_number'
  | 'payer_name'
  | 'payer_sort_code'
  | 'payer_account_number'
  | 'currency'
  | 'amount_minor'
  | 'fee_minor'
  | 'payee_reference'
  | 'uetr'
  | 'name_check_id'
  | 'state'
  | 'arrival_earliest'
  | 'arrival_latest'
>;

/** A new payment and the first step of its life. */
export const insertPayment = gathered('writes', async (tx, payments: readonly NewPayment[]): Promise<Payment[]> => {
  const { rows } = await sql<Payment>`
    with made as (
      insert into payment.payment (id, reference, customer_id, person_id, account_id, rail, payee_id, payee_version, payee_name,
        payee_sort_code, payee_account_number, payer_name, payer_sort_code, payer_account_number, currency, amount_minor, fee_minor,
        payee_reference, uetr, name_check_id, state, arrival_earliest, arrival_latest)
      select id, reference, customer_id, person_id, account_id, rail, payee_id, payee_version, payee_name,
        payee_sort_code, payee_account_number, payer_name, payer_sort_code, payer_account_number, currency, amount_minor, fee_minor,
        payee_reference, uetr, name_check_id, state, arrival_earliest, arrival_latest
      from jsonb_populate_recordset(null::payment.payment, ${JSON.stringify(payments, exactly)}::jsonb)
      returning *
    ), begun as (
      insert into payment.transition (payment_id, seq, state) select id, 1, state from made
    )
    select * from made`.execute(tx);
  const made = new Map(rows.map((row) => [row.id, row]));
  return payments.map(({ id }) => made.get(id) as Payment);
});

/** JSON has no exact numbers; a text passes through unharmed. */
const exactly = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

export const findPayment = (tx: Tx, id: string): Promise<Payment | undefined> =>
  tx.selectFrom('payment.payment').selectAll().where('id', '=', id).executeTakeFirst();

/** Everybody who wants to change a payment waits here for the one before. */
export const lockPayment = (tx: Tx, id: string): Promise<Payment | undefined> =>
  tx.selectFrom('payment.payment').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const lockPaymentByReference = (tx: Tx, reference: string): Promise<Payment | undefined> =>
  tx.selectFrom('payment.payment').selectAll().where('reference', '=', reference).forNoKeyUpdate().executeTakeFirst();

export const changePayment = (tx: Tx, id: string, change: Updateable<PaymentPayment>): Promise<Payment> =>
  tx.updateTable('payment.payment').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

const lock = gathered('reads', lockAll);

/** A customer's payments are decided one after the other, so that two at once cannot both fit under one limit. */
export const lockPayer = (tx: Tx, customerId: string): Promise<undefined> => lock(tx, `payment.payer:${customerId}`);

type Step = Updateable<PaymentPayment> & Readonly<{ state: PaymentState }>;

/** The next step of a payment's life, with what else changes; `note` is for its timeline. */
export const enterState = (tx: Tx, id: string, step: Step, note: string | null = null): Promise<Payment> =>
  tx
    .with('changed', (query) => query.updateTable('payment.payment').set(step).where('id', '=', id).returningAll())
    .with('entered', (query) =>
      query
        .insertInto('payment.transition')
        .columns(['payment_id', 'seq', 'state', 'note'])
        .expression((from) =>
          from
            .selectFrom('changed')
            .select([
              'id',
              sql<number>`(select coalesce(max(seq), 0) + 1 from payment.transition where payment_id = ${id})`.as(
                'seq',
              ),
              'state',
              sql<string | null>`${note}::text`.as('note'),
            ]),
        ),
    )
    .selectFrom('changed')
    .selectAll()
    .executeTakeFirstOrThrow();

export type Transition = Readonly<{ payment_id: string; seq: number; state: string; at: Date; note: string | null }>;

export const transitionsOf = (tx: Tx, paymentIds: readonly string[]): Promise<Transition[]> =>
  tx
    .selectFrom('payment.transition')
    .selectAll()
    .where('payment_id', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .orderBy('payment_id')
    .orderBy('seq')
    .execute();

export async function keepMessage(
  tx: Tx,
  paymentId: string | null,
  direction: 'in' | 'out',
  kind: string,
  document: string,
): Promise<void> {
  await tx.insertInto('payment.message').values({ payment_id: paymentId, direction, kind, document }).execute();
}

export async function outgoingDocument(tx: Tx, paymentId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment.message')
    .select('document')
    .where('payment_id', '=', paymentId)
    .where('direction', '=', 'out')
    .orderBy('id')
    .executeTakeFirst();
  return row?.document;
}

type Twin = Readonly<{ customerId: string; payeeId: string; amountMinor: bigint; minutes: number }>;

/** The newest equal payment of the last minutes that did not come to nothing. */
export const findEqualPayment = gathered(
  'reads',
  async (tx, twins: readonly Twin[]): Promise<(string | undefined)[]> => {
    const { rows } = await sql<{ id: string | null }>`
    select (
      select id from payment.payment p
      where p.customer_id = t.customer_id and p.payee_id = t.payee_id and p.amount_minor = t.amount_minor
        and p.state not in ('rejected', 'failed', 'cancelled') and p.created_at > now() - t.minutes * interval '1 minute'
      order by p.created_at desc limit 1) as id
    from unnest(${twins.map((t) => t.customerId)}::uuid[], ${twins.map((t) => t.payeeId)}::uuid[],
      ${twins.map((t) => t.amountMinor)}::bigint[], ${twins.map((t) => t.minutes)}::int[])
      with ordinality as t (customer_id, payee_id, amount_minor, minutes, place)
    order by t.place`.execute(tx);
    return rows.map(({ id }) => id ?? undefined);
  },
);

/** False when the bank told us this before. */
export async function keepRailEvent(
  tx: Tx,
  event: Readonly<{ eventId: string; sequence: number; kind: string; at: Date; document: string }>,
): Promise<boolean> {
  const row = await tx
    .insertInto('payment.rail_event')
    .values({
      event_id: event.eventId,
      sequence: BigInt(event.sequence),
      kind: event.kind,
      at: event.at,
      document: event.document,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when this credit was booked before, under whatever event. */
export async function insertIncoming(tx: Tx, incoming: Insertable<PaymentIncoming>): Promise<boolean> {
  const row = await tx
    .insertInto('payment.incoming')
    .values(incoming)
    .onConflict((conflict) => conflict.column('rail_reference').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type Listing = Readonly<{
  customerId: string;
  states: readonly PaymentState[];
  startdate: string | undefined;
  enddate: string | undefined;
  most: number;
}>;

export const listPayments = (tx: Tx, { customerId, states, startdate, enddate, most }: Listing): Promise<Payment[]> => {
  const day = sql<string>`(created_at at time zone 'Europe/London')::date`;
  return tx
    .selectFrom('payment.payment')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('state', '=', sql<string>`any(${states}::text[])`)
    .$if(startdate !== undefined, (query) => query.where(day, '>=', startdate ?? ''))
    .$if(enddate !== undefined, (query) => query.where(day, '<=', enddate ?? ''))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
};

/** Takes some payments whose next look is due, and puts the next one off, so that only one process asks. */
export async function takeDuePayments(tx: Tx, seconds: number, most: number): Promise<Payment[]> {
  return tx
    .updateTable('payment.payment')
    .set({ next_update_at: sql`now() + ${seconds} * interval '1 second'` })
    .where('id', 'in', (query) =>
      query
        .selectFrom('payment.payment')
        .select('id')
        .where('state', 'in', ['submitted', 'sent'])
        .where('next_update_at', '<=', sql<Date>`now()`)
        .orderBy('next_update_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}
