import { defaultText } from '@larkmere/messages/format-message';
import type { DocumentEvent } from '../../checks/document/document.ts';
import { decidePayment, updatePendingStatus } from '../../payments/payment/payment.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { buildInReviewDecision } from './in-review-decision.ts';
import { findReviewedPayment } from './review.read.ts';
import { selectRequests } from './review.sql.ts';
import { findCustomerDeadlines, isMissingDocuments } from './send-due-update.ts';

export const onDocumentRefused: TransactionalHandler<DocumentEvent> = async (ctx, { payload }) => {
  const { paymentId, type, name, reason } = payload;
  const payment = await findReviewedPayment(ctx.tx, paymentId);
  if (payment?.state !== 'in_review' || !payment.documentsRequired.includes(type)) return;
  if (payment.bankQuestion?.reportsSettlement) return; // a document cannot change what the bank did
  await decidePayment(ctx, paymentId, {
    to: 'info_required',
    reasonCode: 'documents_needed',
    reason:
      reason === null
        ? defaultText('payment_document_refused', { fileName: name })
        : defaultText('payment_document_refused_because', { fileName: name, note: reason }),
    nextStep: defaultText('payment_document_refused_next'),
    ...(await findCustomerDeadlines(ctx, paymentId)),
  });
};

export const onDocumentReceived: TransactionalHandler<DocumentEvent> = async (ctx, { payload: { paymentId } }) => {
  const payment = await findReviewedPayment(ctx.tx, paymentId);
  if (!payment || (await isMissingDocuments(ctx, payment))) return;
  const { to, ...waits } = await buildInReviewDecision(ctx, paymentId);
  if (payment.state === 'in_review' && payment.reasonCode === 'documents_needed')
    await updatePendingStatus(ctx, paymentId, waits);
  if (payment.state !== 'info_required') return;
  const open = (await selectRequests(ctx.tx, [paymentId])).some(({ state }) => state === 'action_required');
  if (!open) await decidePayment(ctx, paymentId, { to, ...waits });
};
