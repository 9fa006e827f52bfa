import type { RefusalCode } from '@larkmere/contract/refusals';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Payer, payerOf } from '../payment/payment.ts';
import type { Subject } from '../team-approval/team-approval.ts';
import { applyTerms, type Columns, requireSameMoney } from './apply-terms.ts';
import { contentOf } from './ask-team.ts';
import { type Change, closeChange, waitingChange } from './change.sql.ts';
import { readTerms } from './read-terms.ts';
import { requireMaySet } from './right-to-set.read.ts';
import { notApproved, settleDate } from './settle-date.ts';
import { changeOrder, lockOrder, type OrderRow, openOccurrence } from './standing-order.sql.ts';
import { isOver, stateOf } from './standing-order.ts';
import { termsOf } from './standing-order.view.ts';
import { skipPassed } from './turn-standing-order.ts';

type Waiting = Readonly<{ order: OrderRow; change: Change | undefined }>;

async function waiting({ tx }: Ctx, id: string): Promise<Waiting | undefined> {
  const order = await lockOrder(tx, id);
  if (!order || isOver(stateOf(order))) return undefined;
  const change = await waitingChange(tx, id);
  return change || order.state === 'pending_approval' ? { order, change } : undefined;
}

async function required(ctx: Ctx, id: string): Promise<Waiting> {
  const found = await waiting(ctx, id);
  if (!found) throw new Refusal('invalid_transition');
  return found;
}

const gone = 'Whoever asked for this standing order is no longer with you. Nothing was set up.';

/** Validates the terms again as their requester. Returns a message when they can no longer apply. */
async function letGo(ctx: Ctx, id: string): Promise<string | undefined> {
  const { order, change } = await required(ctx, id);
  const payer = await payerOf(ctx.tx, change?.person_id ?? order.person_id);
  if (!payer) return gone;
  await requireMaySet({ ...ctx, actor: payer });
  const columns = await columnsOf(ctx, payer, { order, change });
  if (typeof columns === 'string') return columns;
  if (change) await makeChange(ctx, { order, change }, columns);
  else await begin(ctx, order);
  return undefined;
}

/** Refusals that can pass with time leave the request open for a later approval. */
const passing: readonly RefusalCode[] = ['account_not_usable', 'account_restricted', 'service_off'];

async function columnsOf(ctx: Ctx, payer: Payer, { order, change }: Waiting): Promise<Columns | string> {
  try {
    return await readTerms({ ...ctx, actor: payer }, change?.terms ?? termsOf(order), order, change?.created_at);
  } catch (error) {
    if (!(error instanceof Refusal) || passing.includes(error.code)) throw error;
    const [fault] = error.errors ?? [];
    return fault ? `${fault.message}. Nothing was set up.` : error.message;
  }
}

async function makeChange(ctx: Ctx, { order, change }: Waiting & { change: Change }, columns: Columns): Promise<void> {
  await requireSameMoney(ctx, order, columns);
  const state = order.state === 'paused' ? 'paused' : 'active';
  const { terms, person_id: personId } = change;
  await applyTerms(ctx, order, { terms, columns, personId, state, teamApproved: true });
  await closeChange(ctx.tx, order.id, 'made');
}

async function begin(ctx: Ctx, { id }: OrderRow): Promise<void> {
  const order = await changeOrder(ctx.tx, id, { state: 'active', team_approved: true, changed_at: ctx.now });
  await audit(ctx, 'standing-order.approved', `standing-order:${id}`, { version: order.version });
  await skipPassed(ctx, order, notApproved);
}

export const standingOrderSubject: Subject = {
  look: async (ctx, id) => {
    const found = await waiting(ctx, id);
    return found && contentOf(ctx, found.order, found.change);
  },
  approve: letGo,
  sendBack: async (ctx, id, end, reason) => {
    const { change } = await required(ctx, id);
    await audit(ctx, `standing-order.${end}`, `standing-order:${id}`, { reason });
    if (change) return closeChange(ctx.tx, id, 'sent_back');
    const cancelled = await changeOrder(ctx.tx, id, { state: 'cancelled', changed_at: ctx.now });
    const open = await openOccurrence(ctx.tx, id);
    if (open) await settleDate(ctx, cancelled, open, { state: 'skipped', why: { code: 'not_approved', text: reason } });
    return undefined;
  },
};
