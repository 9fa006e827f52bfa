import { defaultText } from '@larkmere/messages/format-message';
import type { ServiceQueue } from '../../reference/service-availability/service-availability.ts';

/** Why a payment waits for the end of an event of its service, and what comes next. */
export const queuedTexts = ({
  message: note,
  until,
}: ServiceQueue): Readonly<{ reason: string; nextStep: string }> => ({
  reason: defaultText('payment_service_queued', { note }),
  nextStep:
    until === null
      ? defaultText('payment_service_queued_next')
      : defaultText('payment_service_queued_next_until', { until }),
});
