import { emit } from '../../platform/events/outbox.ts';
import { PartnerTimeout } from '../../platform/http/partner-client.ts';
import { claimDueRows, handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob, type JobRun } from '../../platform/jobs/job.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { type CardIssuer, lockIssuedCard } from '../issued-card/issued-card.ts';
import { applyPaymentReport } from './apply-report.ts';
import { bookTotals, holdEnd } from './book-totals.ts';
import { isReceiptMissing } from './card-payment.read.ts';
import { type CardPayment, lockPayment, updatePayment } from './card-payment.sql.ts';
import { cardReceiptMissing } from './card-payment-events.ts';
import { settleDue } from './settle.ts';
import { termsOf } from './terms.ts';

const maxPayments = 20;
const claimSeconds = 60;
const minDelayMs = 5 * 60_000;
const maxDelayMs = 24 * 3600_000;

/** Reads payments of which nothing was heard at the processor, releases what expired, and compares settlements. */
export const cardPaymentTimeouts = (issuer: CardIssuer) =>
  defineJob({
    name: 'process-card-payments',
    everySeconds: 1,
    run: async (run) => {
      const due = await run.transaction(({ tx }) =>
        claimDueRows(tx, {
          table: 'card_payment.payment',
          column: 'nextCheckAt',
          seconds: claimSeconds,
          most: maxPayments,
        }),
      );
      await Promise.all(
        due.map((payment) =>
          checkPayment(run.transaction, issuer, payment).catch((error: unknown) =>
            run.log.error({ err: error, payment: payment.reference }, 'a card payment could not be checked'),
          ),
        ),
      );
      await settleDue(run, issuer);
    },
  });

async function checkPayment(run: JobRun['transaction'], issuer: CardIssuer, payment: CardPayment): Promise<void> {
  try {
    const report = await issuer.getPayment(payment.id);
    if (report) await run((ctx) => applyPaymentReport(ctx, report));
  } catch (error) {
    if (!(error instanceof PartnerTimeout)) throw error;
  }
  await run((ctx) => releaseOrPostpone(ctx, payment));
}

async function releaseOrPostpone(ctx: Ctx, { id, cardId }: CardPayment): Promise<void> {
  await lockIssuedCard(ctx.tx, cardId);
  const payment = await lockPayment(ctx.tx, id);
  if (!payment || payment.nextCheckAt === null) return;
  const terms = termsOf(payment);
  const isOver = (payment.holdExpiresAt ?? holdEnd(payment.countedAt)) <= ctx.now;
  if (terms && (isOver || payment.heldMinor === 0n)) {
    const { clearedMinor: cleared, refundedMinor: refunded, state } = payment;
    const next = { held: 0n, cleared, refunded, isDeclined: state === 'declined' };
    return void (await bookTotals(ctx, payment, { terms, next, more: { nextCheckAt: null } }));
  }
  const delay = Math.min(minDelayMs * 2 ** Math.min(payment.checkCount, 20), maxDelayMs);
  const next = Math.min(ctx.now.getTime() + delay, payment.holdExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
  await updatePayment(ctx.tx, id, { checkCount: payment.checkCount + 1, nextCheckAt: new Date(next) });
}

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
