import type { AutoFxTerms } from '@larkmere/contract/auto-fx';
import type { RefusalCode } from '@larkmere/contract/refusals';
import { requireRightToDeal } from '../fx/fx.ts';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { payerOf } from '../payment/payment.ts';
import type { SentBack, Subject } from '../team-approval/team-approval.ts';
import { contentOf } from './ask-team.ts';
import { changeOrder, lockRow, type OrderRow, termsAsSent } from './auto-fx.sql.ts';
import type { PayerCtx } from './auto-fx.ts';
import { forgetFiringOf } from './firing.sql.ts';
import { nextRun } from './next-run.ts';
import { orderOf } from './order-row.ts';
import { readTerms } from './read-terms.ts';
import { releaseMoney } from './reserve-money.ts';

async function waiting({ tx }: Ctx, id: string): Promise<OrderRow | undefined> {
  const order = await lockRow(tx, id);
  return order?.state === 'pending_approval' ? order : undefined;
}

async function required(ctx: Ctx, id: string): Promise<OrderRow> {
  const order = await waiting(ctx, id);
  if (!order) throw new Refusal('invalid_transition');
  return order;
}

const gone = 'Whoever placed this order is no longer with you. Nothing was exchanged.';

/**
 * Validates the terms as if they were placed now, in the requester's name. A returned text says why the order can never
 * run.
 */
async function letGo(ctx: Ctx, id: string): Promise<string | undefined> {
  const order = await required(ctx, id);
  const payer = await payerOf(ctx.tx, order.person_id);
  if (!payer) return gone;
  const inTheirName = { ...ctx, actor: payer };
  await requireRightToDeal(inTheirName, 'fx.auto');
  const days = await daysOf(inTheirName, await termsAsSent(ctx.tx, order));
  if (typeof days === 'string') return days;
  await forgetFiringOf(ctx.tx, id);
  const begun = { state: order.state_then ?? 'active', state_then: null, team_approved: true };
  await changeOrder(ctx.tx, id, { ...begun, ...days });
  await audit(ctx, 'auto-fx.approved', `auto-fx:${id}`, { version: order.version });
  return undefined;
}

/** Refusals that can pass: the request stays pending and can be approved later. */
const passing: readonly RefusalCode[] = ['account_not_usable', 'account_restricted', 'service_off'];

type Days = Partial<Pick<OrderRow, 'starts_at' | 'next_run_at'>>;

async function daysOf(ctx: PayerCtx, terms: AutoFxTerms): Promise<Days | string> {
  const { startsAt, repeat } = terms;
  const next = startsAt === null ? null : (nextRun(new Date(startsAt), repeat, ctx.now)?.toISOString() ?? startsAt);
  try {
    const { starts_at, next_run_at } = await readTerms(ctx, { ...terms, startsAt: next });
    // Runs count from the requested start; without one they count from the approval.
    return { next_run_at: asDate(next_run_at), ...(startsAt === null && { starts_at: asDate(starts_at) }) };
  } catch (error) {
    if (!(error instanceof Refusal) || passing.includes(error.code)) throw error;
    const [fault] = error.errors ?? [];
    return fault ? `${fault.message}. Nothing was exchanged.` : error.message;
  }
}

const asDate = (at: unknown): Date | null => (at instanceof Date ? at : null);

async function sendBack(ctx: Ctx, id: string, end: SentBack, reason: string): Promise<void> {
  const order = await required(ctx, id);
  await releaseMoney(ctx, orderOf(order));
  const state = end === 'expired' ? 'expired' : 'cancelled';
  await changeOrder(ctx.tx, id, { state, state_then: null, next_run_at: null, hold_id: null, held_minor: null });
  await audit(ctx, `auto-fx.${end}`, `auto-fx:${id}`, { reason });
}

export const autoFxSubject: Subject = {
  look: async (ctx, id) => {
    const order = await waiting(ctx, id);
    return order && contentOf(ctx, order, await termsAsSent(ctx.tx, order));
  },
  approve: letGo,
  sendBack,
};
