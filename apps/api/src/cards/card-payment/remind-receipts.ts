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
        await updatePayment(ctx.tx, payment.id, { reminded_at: ctx.now });
        await emit(ctx, cardReceiptMissing, {
          paymentId: payment.id,
          cardId: payment.card_id,
          customerId: payment.customer_id,
          holderId: payment.holder_id,
          merchant: payment.merchant_name,
          day: londonDay(payment.counted_at),
        });
      },
    }),
});
