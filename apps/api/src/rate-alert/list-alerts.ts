import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { alertsOf } from './rate-alert.sql.ts';
import { viewAlerts } from './rate-alert.view.ts';

const mostShown = 50;

export const listAlerts: Verb<typeof contract.rateAlert.list> = async (ctx) => ({
  list: await viewAlerts(ctx, await alertsOf(ctx.tx, ctx.actor.personId, mostShown)),
});
