import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { moveAlertsToPlus } from './rate-alert.sql.ts';

export const onCustomerUpgraded: TransactionalHandler<{ customerId: string }> = (ctx, { payload }) =>
  moveAlertsToPlus(ctx.tx, payload.customerId);
