import { defaultText } from '@larkmere/messages/format-message';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { ServiceQueue } from '../../reference/service-availability/service-availability.ts';
import { updatePendingStatus } from '../payment/mark-overdue.ts';
import { type Payment, updatePayment } from '../payment/payment.sql.ts';
import { queuedTexts } from '../payment/queued-payment.ts';
import { nextOverdueUpdateAt } from '../payment/schedule.sql.ts';

const retryMs = 3000;

/** Keeps a payment ready while an event lets payments of its service wait. `release-payments` submits it afterwards. */
export async function waitInQueue(ctx: Ctx, payment: Payment, queue: ServiceQueue): Promise<void> {
  const { tx, now } = ctx;
  const { id, reasonCode, reason, nextUpdateAt } = payment;
  const texts = queuedTexts(queue);
  const isKnown =
    reasonCode === 'service_queued' && reason === texts.reason && nextUpdateAt !== null && nextUpdateAt > now;
  await updatePayment(tx, id, { notBefore: now });
  if (isKnown) return;
  await updatePendingStatus(ctx, id, {
    ...texts,
    reasonCode: 'service_queued',
    nextUpdateAt: queue.until ?? (await nextOverdueUpdateAt(tx, now)),
  });
}

/**
 * Keeps a payment ready while the breaker of its service lets nothing new through. Nothing was sent, so no time-out of
 * the bank begins. `release-payments` tries again once the service works; until then the payer gets updates.
 */
export async function waitForService(ctx: Ctx, { id, reasonCode, nextUpdateAt }: Payment): Promise<void> {
  const { tx, now } = ctx;
  const isKnown = reasonCode === 'vendor_delay' && nextUpdateAt !== null && nextUpdateAt > now;
  await updatePayment(tx, id, { notBefore: new Date(now.getTime() + retryMs) });
  if (isKnown) return;
  await updatePendingStatus(ctx, id, {
    reasonCode: 'vendor_delay',
    reason: defaultText('payment_service_stopped'),
    nextStep: defaultText('payment_service_stopped_next'),
    nextUpdateAt: await nextOverdueUpdateAt(tx, now),
  });
}
