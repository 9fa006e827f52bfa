import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { ordersOf, settingInForce } from './auto-fx.sql.ts';
import { isOver, statesThat } from './auto-fx.ts';
import { viewAll } from './auto-fx.view.ts';
import { percentText } from './order-row.ts';

const most = 100;

export const listAutoFx: Verb<typeof contract.autoFx.list> = async (ctx) => {
  const setting = await settingInForce(ctx.tx);
  const rows = await ordersOf(ctx.tx, ctx.actor.customerId, statesThat(isOver), most);
  return {
    list: await viewAll(ctx, rows),
    rules: {
      maxActive: setting.max_active,
      maxPerDay: setting.max_per_day,
      maxValidityDays: setting.max_validity_days,
      defaultSlippagePct: percentText(setting.slippage_bps),
      offHours: setting.off_hours as 'hold' | 'execute',
    },
  };
};
