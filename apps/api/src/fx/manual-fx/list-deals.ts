import type { contract } from '@larkmere/contract/contract';
import { isFinal, statesOf } from '../../platform/lifecycle/lifecycle.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { dealLifecycle } from './deal-lifecycle.ts';
import { findDeals, findOpenDeals } from './manual-fx.sql.ts';
import { viewDeals, viewDealsForDealer } from './manual-fx.view.ts';

const maxResults = 100;
/** Dealers see a request only after the customer's own colleagues approved it. */
const openStates = statesOf(dealLifecycle).filter(
  (state) => !isFinal(dealLifecycle, state) && state !== 'pending_approval',
);

export const listDeals: Verb<typeof contract.manualFx.list> = async (ctx) => ({
  list: await viewDeals(ctx, await findDeals(ctx.tx, ctx.actor, maxResults)),
});

export const showWorkQueue: Verb<typeof contract.manualFx.workQueue> = async (ctx) => {
  return { list: await viewDealsForDealer(ctx, await findOpenDeals(ctx.tx, openStates, maxResults)) };
};
