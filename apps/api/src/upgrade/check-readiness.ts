import type { contract } from '@larkmere/contract/contract';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { serviceNow } from '../service/service.ts';
import { compareRates } from './compare-rates.ts';
import { mayAsk, offerOf } from './may-ask.ts';
import { missingOf } from './missing.ts';
import { lastRequest } from './upgrade.sql.ts';
import { viewUpgrade } from './upgrade.view.ts';

export const checkReadiness: Verb<typeof contract.upgrade.readiness> = async (ctx) => {
  const missing = await missingOf(ctx.tx, ctx.actor.customerId);
  const request = await lastRequest(ctx.tx, ctx.actor.customerId);
  return {
    ready: missing.length === 0,
    missing,
    offered: await isOffered(ctx),
    mayAsk: mayAsk(ctx.actor),
    comparison: await compareRates(ctx),
    upgrade: request ? await viewUpgrade(ctx.tx, request) : null,
  };
};

const isOffered = async (ctx: CustomerCtx): Promise<boolean> =>
  (await offerOf(ctx)) && (await serviceNow(ctx.tx, 'wallet.upgrade')).isOn;
