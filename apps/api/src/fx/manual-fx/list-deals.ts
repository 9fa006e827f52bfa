import type { contract } from '@larkmere/contract/contract';
import type { DealState } from '@larkmere/contract/fx/manual-fx';
import { requireRole } from '../../platform/requests/require-role.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { findDeals, findOpenDeals } from './manual-fx.sql.ts';
import { nextStates } from './manual-fx.ts';
import { viewDeals, viewDealsForDealer } from './manual-fx.view.ts';

const maxResults = 100;
/** Dealers see a request only after the customer's own colleagues approved it. */
const openStates = (Object.keys(nextStates) as DealState[]).filter(
  (state) => nextStates[state].length > 0 && state !== 'pending_approval',
);

export const listDeals: Verb<typeof contract.manualFx.list> = async (ctx) => ({
  list: await viewDeals(ctx, await findDeals(ctx.tx, ctx.actor.customerId, maxResults)),
});

export const showWorkQueue: Verb<typeof contract.manualFx.workQueue> = async (ctx) => {
  requireRole(ctx.actor, 'dealer');
  return { list: await viewDealsForDealer(ctx, await findOpenDeals(ctx.tx, openStates, maxResults)) };
};
