import type { contract } from '@larkmere/contract/contract';
import type { DealState } from '@larkmere/contract/manual-fx';
import { requireRole } from '../kernel/require-role.ts';
import type { Verb } from '../kernel/verb.ts';
import { dealsOf, dealsUnderWay } from './manual-fx.sql.ts';
import { nextStates } from './manual-fx.ts';
import { viewDeals, viewForDealer } from './manual-fx.view.ts';

const most = 100;
/** Dealers see a request only after the customer's own colleagues approved it. */
const underWay = (Object.keys(nextStates) as DealState[]).filter(
  (state) => nextStates[state].length > 0 && state !== 'pending_approval',
);

export const listDeals: Verb<typeof contract.manualFx.list> = async (ctx) => ({
  list: await viewDeals(ctx, await dealsOf(ctx.tx, ctx.actor.customerId, most)),
});

export const showBoard: Verb<typeof contract.manualFx.board> = async (ctx) => {
  requireRole(ctx.actor, 'dealer');
  return { list: await viewForDealer(ctx, await dealsUnderWay(ctx.tx, underWay, most)) };
};
