import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { isReceiptMissing } from './card-payment.read.ts';
import { updatePayment } from './card-payment.sql.ts';
import { cardReceiptMissing } from './card-payment-events.ts';

/** A firm needs a receipt for what was spent. It is reminded once; what is older than two months is left alone. */
export const receiptReminders = defineJob({
  name: 'remind-card-receipts',
  everySeconds: 60,
  run: (job) =>
    handleDueRows(job, {
      table: 'card_payment.payment',
      isDue: isReceiptMissing,
      handle: async (ctx, payment) => {
        await updatePayment(ctx.tx, payment.id, { remindedAt: ctx.now });
        await emit(ctx, cardReceiptMissing, {
          paymentId: payment.id,
          cardId: payment.cardId,
          customerId: payment.customerId,
          holderId: payment.holderId,
          merchant: payment.merchantName,
          day: londonDay(payment.countedAt),
        });
      },
    }),
});
