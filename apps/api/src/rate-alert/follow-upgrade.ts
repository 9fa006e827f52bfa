import type { InsideListener } from '../kernel/relay.ts';
import { alertsAtPlus } from './rate-alert.sql.ts';

/** Who has become a Plus customer waits for the rate of Plus from now on. */
export const followUpgrade: InsideListener<{ customerId: string }> = (ctx, { payload }) =>
  alertsAtPlus(ctx.tx, payload.customerId);
