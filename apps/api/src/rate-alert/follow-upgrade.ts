import type { InsideListener } from '../kernel/relay.ts';
import { alertsAtPlus } from './rate-alert.sql.ts';

export const followUpgrade: InsideListener<{ customerId: string }> = (ctx, { payload }) =>
  alertsAtPlus(ctx.tx, payload.customerId);
