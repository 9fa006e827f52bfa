import type { DocumentNews } from '../document/document.ts';
import type { InsideListener } from '../kernel/relay.ts';
import { decidePayment, sayAnew } from '../payment/payment.ts';
import { backInReview } from './back-in-review.ts';
import { lacksDocuments, waitsForCustomer } from './keep-promise.ts';
import { findReviewed } from './review.read.ts';
import { requestsOf } from './review.sql.ts';

export const afterRefusal: InsideListener<DocumentNews> = async (ctx, { payload }) => {
  const { paymentId, type, name, reason } = payload;
  const payment = await findReviewed(ctx.tx, paymentId);
  if (payment?.state !== 'in_review' || !payment.documentsRequired.includes(type)) return;
  if (payment.bankQuestion?.saysMade) return; // a document cannot change what the bank did
  await decidePayment(ctx, paymentId, {
    to: 'info_required',
    reasonCode: 'documents_needed',
    reason: `We cannot use “${name}”. ${reason ?? ''} Your money is set aside and safe.`,
    nextStep: 'Send another document on the page of the payment.',
    ...(await waitsForCustomer(ctx, paymentId)),
  });
};

export const afterReceipt: InsideListener<DocumentNews> = async (ctx, { payload: { paymentId } }) => {
  const payment = await findReviewed(ctx.tx, paymentId);
  if (!payment || (await lacksDocuments(ctx, payment))) return;
  const { to, ...waits } = await backInReview(ctx, paymentId);
  if (payment.state === 'in_review' && payment.reasonCode === 'documents_needed') await sayAnew(ctx, paymentId, waits);
  if (payment.state !== 'info_required') return;
  const open = (await requestsOf(ctx.tx, [paymentId])).some(({ state }) => state === 'action_required');
  if (!open) await decidePayment(ctx, paymentId, { to, ...waits });
};
