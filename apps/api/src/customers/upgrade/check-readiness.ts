import type { contract } from '@larkmere/contract/contract';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { getServiceAvailability } from '../../reference/service-availability/service-availability.ts';
import { compareRates } from './compare-rates.ts';
import { findMissingRequirements } from './missing-requirements.ts';
import { findLastRequest } from './upgrade.sql.ts';
import { viewUpgrade } from './upgrade.view.ts';
import { canRequestUpgrade, isUpgradeOffered } from './upgrade-permission.ts';

export const checkReadiness: Verb<typeof contract.upgrade.readiness> = async (ctx) => {
  const missing = await findMissingRequirements(ctx.tx, ctx.actor.customerId);
  const request = await findLastRequest(ctx.tx, ctx.actor.customerId);
  return {
    ready: missing.length === 0,
    missing,
    offered: await isOffered(ctx),
    canRequest: canRequestUpgrade(ctx.actor),
    comparison: await compareRates(ctx),
    upgrade: request ? await viewUpgrade(ctx.tx, request) : null,
  };
};

const isOffered = async (ctx: CustomerCtx): Promise<boolean> =>
  (await isUpgradeOffered(ctx)) && (await getServiceAvailability(ctx.tx, 'wallet.upgrade')).isAvailable;
