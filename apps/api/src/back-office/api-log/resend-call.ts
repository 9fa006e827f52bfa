import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { type Insertable, type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import type { ApiLogResend } from '../../platform/db/schema.gen.ts';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { deliverNow, lockOpenDelivery } from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { requireOtherApprover } from '../role/role.ts';
import { findCall, loadResend, resendable, selectWaitingResends, toResendView } from './api-log.read.ts';

type ResendRow = Readonly<Selectable<ApiLogResend>>;

async function insertResend(tx: Tx, row: Insertable<ApiLogResend>): Promise<void> {
  await tx.insertInto('api_log.resend').values(row).execute();
}

const lockResend = (tx: Tx, id: string): Promise<ResendRow | undefined> =>
  tx.selectFrom('api_log.resend').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type Decision = Readonly<{ id: string; by: string; state: 'sent' | 'refused'; note: string | null }>;

async function decideResend(tx: Tx, { id, by, state, note }: Decision): Promise<void> {
  await tx
    .updateTable('api_log.resend')
    .set({ state, decidedBy: by, decidedAt: sql`now()`, note })
    .where('id', '=', id)
    .execute();
}

export const listResends: Verb<typeof contract.apiLog.listResends> = async (ctx) => ({
  list: (await selectWaitingResends(ctx.tx)).map((row) => toResendView(row, ctx)),
});

/**
 * Refuses `not_found`, and `invalid_transition` for a call that is not ours, that got its answer, that must not be
 * repeated, or for which a request waits already.
 */
export const resendCall: Verb<typeof contract.apiLog.resend> = async (ctx, { id: callId, reason }) => {
  const { tx, actor } = ctx;
  const call = await findCall(tx, callId);
  if (!call) throw new Refusal('not_found');
  const { eventId, listener } = call;
  const rule = listener === null ? undefined : resendable[listener];
  if (eventId === null || listener === null || !rule) throw refuse('api_call_not_repeatable');
  await acquireLocks(tx, [`api_log.resend:${eventId}:${listener}`]);
  if (!(await lockOpenDelivery(tx, { eventId, listener }))) throw refuse('api_call_answered');
  const waits = (await selectWaitingResends(tx)).some((row) => row.call === callId);
  if (waits) throw refuse('api_resend_waiting');
  const uid = v7();
  const state = rule.movesMoney ? 'waiting' : 'sent';
  if (rule.movesMoney) await requireOtherApprover(tx, actor.staffId, ['api_log', 'act']);
  await insertResend(tx, {
    id: uid,
    callId,
    eventId,
    listener,
    movesMoney: rule.movesMoney,
    state,
    reason,
    requestedBy: actor.staffId,
  });
  if (state === 'sent') await deliverNow(tx, { eventId, listener });
  const entity = call.paymentId === null ? `call:${callId}` : `payment:${call.paymentId}`;
  await audit(ctx, 'api_log.resend_requested', entity, { resend: uid, call: callId, listener, state, reason });
  return loadResend(ctx, uid);
};

/** The delivery is tried now. Its handler asks for the state first and sends nothing that the partner has. */
export const approveResend: Verb<typeof contract.apiLog.approveResend> = async (ctx, { uid }) => {
  const { tx, actor } = ctx;
  const { eventId, listener, callId: call } = await lockRequestOfAnother(ctx, uid);
  if (!(await lockOpenDelivery(tx, { eventId, listener }))) throw refuse('api_call_answered');
  await decideResend(tx, { id: uid, by: actor.staffId, state: 'sent', note: null });
  await deliverNow(tx, { eventId, listener });
  await audit(ctx, 'api_log.resent', `call:${call}`, { resend: uid, listener });
  return loadResend(ctx, uid);
};

export const refuseResend: Verb<typeof contract.apiLog.refuseResend> = async (ctx, { uid, note }) => {
  const { callId: call } = await lockRequestOfAnother(ctx, uid);
  await decideResend(ctx.tx, { id: uid, by: ctx.actor.staffId, state: 'refused', note });
  await audit(ctx, 'api_log.resend_refused', `call:${call}`, { resend: uid, note });
  return loadResend(ctx, uid);
};

async function lockRequestOfAnother({ tx, actor }: StaffCtx, uid: string): Promise<ResendRow> {
  const request = await lockResend(tx, uid);
  if (!request) throw new Refusal('not_found');
  if (request.state !== 'waiting') throw new Refusal('invalid_transition');
  if (request.requestedBy === actor.staffId) throw new Refusal('approver_conflict');
  return request;
}

const refuse = (reason: 'api_call_not_repeatable' | 'api_call_answered' | 'api_resend_waiting'): Refusal =>
  new Refusal('invalid_transition', { reason: message(reason) });
