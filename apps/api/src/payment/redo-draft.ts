import type { PaymentState } from '@larkmere/contract/payment';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { enterState, lockPayment, type NewPayment } from './payment.sql.ts';
import type { Payer, Payment, PaymentOrder } from './payment.ts';

/**
 * The draft whose place an order takes, kept from changing. Refuses `not_found`, and `invalid_transition` for what is no
 * draft any more.
 */
export async function draftOf(
  { tx }: Pick<Ctx, 'tx'>,
  { customerId }: Payer,
  { draftUid }: PaymentOrder,
): Promise<Payment | undefined> {
  if (draftUid === undefined) return undefined;
  const draft = await lockPayment(tx, draftUid);
  if (!draft || draft.customer_id !== customerId) throw new Refusal('not_found');
  if (draft.state === 'draft') return draft;
  throw new Refusal('invalid_transition', {
    message: 'The payment that came back was sent again or thrown away meanwhile. Nothing was sent now.',
  });
}

/** By which of its states a draft gets where it waits next; the table of states knows no shorter way. */
const ways: Readonly<Partial<Record<PaymentState, readonly PaymentState[]>>> = {
  awaiting_approval: [],
  scheduled: ['awaiting_sca'],
  ready: ['awaiting_sca', 'screening'],
  in_review: ['awaiting_sca', 'screening'],
};

/**
 * A draft becomes what is wanted now, with a hold of its own for the money that is set aside anew. It keeps its reference,
 * and who asked for it first.
 */
export async function redoDraft(tx: Tx, row: NewPayment): Promise<Payment> {
  const { reference: _reference, source: _source, source_id: _sourceId, ...wanted } = row;
  const { id, state, reason_code, reason, next_step, next_update_at, deadline_at, try_at, ...terms } = wanted;
  await setTerms(tx, id, { ...terms, hold_id: v7() });
  for (const step of ways[state as PaymentState] ?? []) await enterState(tx, id, { state: step });
  const waits = { reason_code, reason, next_step, next_update_at, deadline_at, try_at };
  return enterState(tx, id, { state: state as PaymentState, ...waits });
}

async function setTerms(tx: Tx, id: string, terms: Partial<Payment>): Promise<void> {
  const columns = sql.join(Object.keys(terms).map((column) => sql.ref(column)));
  await sql`update payment.payment p set (${columns}) = (
    select ${columns} from jsonb_populate_record(null::payment.payment, ${JSON.stringify(terms, exactly)}::jsonb))
    where p.id = ${id}`.execute(tx);
}

/** JSON has no exact numbers; a text passes through unharmed. */
const exactly = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
