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

/** An order that waits for colleagues, locked; undefined when it does no more. */
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
 * The last colleague has approved. The terms are read as if they were placed now, in the name of whoever did, and the order
 * goes to work with what was set aside for it; a sentence says why it never can as it is.
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

/** What is so only at present, and can be approved later. */
const passing: readonly RefusalCode[] = ['account_not_usable', 'account_restricted', 'service_off'];

type Days = Partial<Pick<OrderRow, 'starts_at' | 'next_run_at'>>;

/** When it runs first from now on; days that passed meanwhile are left out. A sentence where it can never run any more. */
async function daysOf(ctx: PayerCtx, terms: AutoFxTerms): Promise<Days | string> {
  const { startsAt, repeat } = terms;
  const next = startsAt === null ? null : (nextRun(new Date(startsAt), repeat, ctx.now)?.toISOString() ?? startsAt);
  try {
    const { starts_at, next_run_at } = await readTerms(ctx, { ...terms, startsAt: next });
    // Days are counted from the first one that was asked for; who named none meant the moment in which it begins.
    return { next_run_at: asDate(next_run_at), ...(startsAt === null && { starts_at: asDate(starts_at) }) };
  } catch (error) {
    if (!(error instanceof Refusal) || passing.includes(error.code)) throw error;
    const [fault] = error.errors ?? [];
    return fault ? `${fault.message}. Nothing was exchanged.` : error.message;
  }
}

const asDate = (at: unknown): Date | null => (at instanceof Date ? at : null);

/** Nothing is set aside for it any more, and it is over. */
async function sendBack(ctx: Ctx, id: string, end: SentBack, reason: string): Promise<void> {
  const order = await required(ctx, id);
  await releaseMoney(ctx, orderOf(order));
  const state = end === 'expired' ? 'expired' : 'cancelled';
  await changeOrder(ctx.tx, id, { state, state_then: null, next_run_at: null, hold_id: null, held_minor: null });
  await audit(ctx, `auto-fx.${end}`, `auto-fx:${id}`, { reason });
}

/** An Auto FX order, when colleagues have to approve it. Sent back it is over, and its money is available again. */
export const autoFxSubject: Subject = {
  look: async (ctx, id) => {
    const order = await waiting(ctx, id);
    return order && contentOf(ctx, order, await termsAsSent(ctx.tx, order));
  },
  approve: letGo,
  sendBack,
};
