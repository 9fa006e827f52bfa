import type { contract } from '@larkmere/contract/contract';
import type { DealState } from '@larkmere/contract/manual-fx';
import { requireRole } from '../kernel/require-role.ts';
import type { Verb } from '../kernel/verb.ts';
import { dealsOf, dealsUnderWay } from './manual-fx.sql.ts';
import { nextStates } from './manual-fx.ts';
import { viewDeals, viewForDealer } from './manual-fx.view.ts';

const most = 100;
/** What its customer's colleagues have to approve first is none of a dealer's business yet. */
const underWay = (Object.keys(nextStates) as DealState[]).filter(
  (state) => nextStates[state].length > 0 && state !== 'pending_approval',
);

/** The customer's deals, the newest first. */
export const listDeals: Verb<typeof contract.manualFx.list> = async (ctx) => ({
  list: await viewDeals(ctx, await dealsOf(ctx.tx, ctx.actor.customerId, most)),
});

/** The dealers' board: what is under way, the oldest first. Refuses `access_denied` for whoever is no dealer. */
export const showBoard: Verb<typeof contract.manualFx.board> = async (ctx) => {
  requireRole(ctx.actor, 'dealer');
  return { list: await viewForDealer(ctx, await dealsUnderWay(ctx.tx, underWay, most)) };
};
