import { defaultText } from '@larkmere/messages/format-message';
import { bookOperations } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { voidApproval } from '../../approvals/approval/approval.ts';
import { emit } from '../../platform/events/outbox.ts';
import { defineJob, type JobRun } from '../../platform/jobs/job.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { getServiceAvailability } from '../../reference/service-availability/service-availability.ts';
import { claimOrdersToRemind, lockExpiredOrders, orderFromRow, reactivateWaitingOrders } from './auto-fx.sql.ts';
import { orderExpired, orderReminderDue } from './auto-fx.ts';
import { fillOrders, toHoldVoiding, toOrderEvent } from './fill-orders.ts';
import { expirableStates, moveOrder, pendingStatusOf, reminderIntervalDays } from './order-lifecycle.ts';
import { triggerOrders } from './trigger-orders.ts';

const maxFillsPerTransaction = 250;

/**
 * Safe to run in several workers at once, and to stop at any point. Returns the number of orders filled or rescheduled.
 */
export async function runAutoFx({ transaction }: Pick<JobRun, 'transaction'>): Promise<number> {
  await transaction(processOrderTimeouts);
  await transaction(triggerOrders);
  let taken = 0;
  for (;;) {
    const some = await transaction((ctx) => fillOrders(ctx, maxFillsPerTransaction));
    taken += some;
    if (some < maxFillsPerTransaction) return taken;
  }
}

export const autoFxJob = defineJob({ name: 'run-auto-fx', everySeconds: 1, run: runAutoFx });

const batchSize = 200;

const noFailureOrApproval = { retryAt: null, failure: null, approvalExpiresAt: null };

export async function processOrderTimeouts(ctx: Ctx): Promise<void> {
  await reactivateWaitingOrders(ctx.tx, (await getServiceAvailability(ctx.tx, 'fx.auto')).isAvailable);
  const expired = await lockExpiredOrders(ctx.tx, expirableStates, batchSize);
  for (const order of expired) {
    await moveOrder(ctx, order, { state: 'expired', holdId: null, heldMinor: null, nextRunAt: null });
    if (order.state === 'pending_approval')
      await voidApproval(ctx, 'auto_fx', order.id, defaultText('approval_void_order_expired'));
    await emit(ctx, orderExpired, toOrderEvent(orderFromRow(order)));
  }
  await bookOperations(
    ctx.tx,
    expired.flatMap(({ holdId }) => (holdId === null ? [] : [toHoldVoiding(holdId)])),
  );
  for (const order of (await claimOrdersToRemind(ctx.tx, reminderIntervalDays, batchSize)).map(orderFromRow))
    await emit(ctx, orderReminderDue, {
      ...toOrderEvent(order),
      waiting: pendingStatusOf({ ...order, ...noFailureOrApproval }, ctx.now),
    });
}
