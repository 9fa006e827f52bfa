import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { findDeals } from './manual-fx.sql.ts';
import { viewDeals } from './manual-fx.view.ts';

const maxResults = 100;

export const listDeals: Verb<typeof contract.manualFx.list> = async (ctx) => ({
  list: await viewDeals(ctx, await findDeals(ctx.tx, ctx.actor, maxResults)),
});
