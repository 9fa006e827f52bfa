import type { PaymentState } from '@larkmere/contract/payments/payment';
import { message } from '@larkmere/messages/message';
import { sql } from 'kysely';
import type { Principal } from '../../customers/customer/customer.ts';
import { columnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { lockOwnPayment } from '../payment/payment.read.ts';
import { enterState, type NewPayment } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import type { PaymentOrder } from './payment-order.ts';

export async function lockDraft(
  { tx }: Pick<Ctx, 'tx'>,
  payer: Principal,
  order: PaymentOrder,
): Promise<Payment | undefined> {
  const draftUid = 'draftUid' in order ? order.draftUid : undefined;
  if (draftUid === undefined) return undefined;
  const draft = await lockOwnPayment({ tx, actor: payer }, draftUid);
  if (draft.state === 'draft') return draft;
  throw new Refusal('invalid_transition', { reason: message('payment_draft_already_used') });
}

/** States on the path from draft to each pending state; no direct transition exists. */
const statePaths: Readonly<Partial<Record<PaymentState, readonly PaymentState[]>>> = {
  awaiting_approval: [],
  scheduled: ['awaiting_sca'],
  ready: ['awaiting_sca', 'screening'],
  in_review: ['awaiting_sca', 'screening'],
};

/** Retains reference and source; the money gets a new hold. */
export async function resubmitDraft(tx: Tx, row: NewPayment & Pick<Payment, 'holdId'>): Promise<Payment> {
  const { reference: _reference, source: _source, sourceId: _sourceId, ...columns } = row;
  const { id, state, reasonCode, reason, nextStep, nextUpdateAt, deadlineAt, nextAttemptAt, ...terms } = columns;
  await setTerms(tx, id, terms);
  for (const step of statePaths[state] ?? []) await enterState(tx, id, { state: step });
  const waits = { reasonCode, reason, nextStep, nextUpdateAt, deadlineAt, nextAttemptAt };
  return enterState(tx, id, { state, ...waits });
}

async function setTerms(tx: Tx, id: string, terms: Partial<Payment>): Promise<void> {
  const columns = sql.join(Object.keys(terms).map((column) => sql.ref(column)));
  await sql`update payment.payment p set (${columns}) = (
    select ${columns} from jsonb_populate_record(null::payment.payment, ${columnJson(terms)}::jsonb))
    where p.id = ${id}`.execute(tx);
}
