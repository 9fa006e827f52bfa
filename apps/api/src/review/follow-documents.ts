import type { DocumentNews } from '../document/document.ts';
import type { InsideListener } from '../kernel/relay.ts';
import { decidePayment } from '../payment/payment.ts';
import { backInReview } from './back-in-review.ts';
import { findReviewed } from './review.read.ts';
import { requestsOf } from './review.sql.ts';
import { answerDays, reminderDays } from './review.ts';

const dayMs = 24 * 3_600_000;

/** A document that was needed and did not do: the ball is with the customer, who reads why. No dead end. */
export const afterRefusal: InsideListener<DocumentNews> = async (ctx, { payload }) => {
  const { paymentId, type, name, reason } = payload;
  const payment = await findReviewed(ctx.tx, paymentId);
  if (payment?.state !== 'in_review' || !payment.documentsRequired.includes(type)) return;
  await decidePayment(ctx, paymentId, {
    to: 'info_required',
    reasonCode: 'documents_needed',
    reason: `We cannot use “${name}”. ${reason ?? ''} Your money is set aside and safe.`,
    nextStep: 'Send another document on the page of the payment.',
    nextUpdateAt: new Date(ctx.now.getTime() + reminderDays[0] * dayMs),
    deadlineAt: new Date(ctx.now.getTime() + answerDays * dayMs),
  });
};

/** Another one came, and no question is open: the ball is with us. */
export const afterReceipt: InsideListener<DocumentNews> = async (ctx, { payload: { paymentId } }) => {
  const payment = await findReviewed(ctx.tx, paymentId);
  if (payment?.state !== 'info_required') return;
  const open = (await requestsOf(ctx.tx, [paymentId])).some(({ state }) => state === 'action_required');
  if (!open) await decidePayment(ctx, paymentId, backInReview(ctx.now));
};
