import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { autoFxSetting } from './auto-fx.settings.ts';
import { findOrders } from './auto-fx.sql.ts';
import { viewOrders } from './auto-fx.view.ts';
import { terminalStates } from './order-lifecycle.ts';
import { formatPercent } from './order-row.ts';

const maxResults = 100;

export const listAutoFx: Verb<typeof contract.autoFx.list> = async (ctx) => {
  const setting = await requireSetting(ctx.tx, autoFxSetting, {});
  const rows = await findOrders(ctx.tx, ctx.actor, terminalStates, maxResults);
  return {
    list: await viewOrders(ctx, rows),
    rules: {
      maxActive: setting.maxActive,
      maxPerDay: setting.maxPerDay,
      maxValidityDays: setting.maxValidityDays,
      defaultSlippagePct: formatPercent(setting.slippageBps),
      offHours: setting.offHours,
    },
  };
};
