import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { findAlerts } from './rate-alert.sql.ts';
import { viewAlerts } from './rate-alert.view.ts';

const maxResults = 50;

export const listAlerts: Verb<typeof contract.rateAlert.list> = async (ctx) => ({
  list: await viewAlerts(ctx, await findAlerts(ctx.tx, ctx.actor.userId, maxResults)),
});
