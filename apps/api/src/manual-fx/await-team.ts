import { actingFor } from '../customer/customer.ts';
import { requireRightToDeal } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import type { SentBack, Subject } from '../team-approval/team-approval.ts';
import { contentOf } from './ask-team.ts';
import { type DealRow, lockDeal } from './manual-fx.sql.ts';
import { moveDeal } from './move-deal.ts';
import { valueDateOf } from './value-date.ts';

async function waiting({ tx }: Ctx, id: string): Promise<DealRow | undefined> {
  const deal = await lockDeal(tx, id);
  return deal?.state === 'pending_approval' ? deal : undefined;
}

async function required(ctx: Ctx, id: string): Promise<DealRow> {
  const deal = await waiting(ctx, id);
  if (!deal) throw new Refusal('invalid_transition');
  return deal;
}

const gone = 'Whoever asked for this rate is no longer with you. Nothing was exchanged.';
const past = 'The day on which it was to settle is over. Nothing was exchanged.';

async function letGo(ctx: Ctx, id: string): Promise<string | undefined> {
  const deal = await required(ctx, id);
  const maker = await actingFor(ctx.tx, deal.person_id);
  if (!maker) return gone;
  await requireRightToDeal({ tx: ctx.tx, actor: maker }, 'fx.manual');
  if (!valueDateOf(deal.value_date, ctx.now)) return past;
  await moveDeal(ctx, deal, { state: 'requested' });
  return undefined;
}

async function sendBack(ctx: Ctx, id: string, end: SentBack, reason: string): Promise<void> {
  const why = end === 'recalled' ? null : reason;
  await moveDeal(ctx, await required(ctx, id), { state: 'withdrawn', reason: why }, why);
}

export const dealSubject: Subject = {
  look: async (ctx, id) => {
    const deal = await waiting(ctx, id);
    return deal && contentOf(ctx, deal);
  },
  approve: letGo,
  sendBack,
};
