import type { InformationRequestState, Question } from '@larkmere/contract/back-office/review';
import type { contract } from '@larkmere/contract/contract';
import type { FieldErrorCode } from '@larkmere/contract/platform/envelope';
import { defaultText } from '@larkmere/messages/format-message';
import { type Message, message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { canUseAccountId } from '../../accounts/bank-account/bank-account.ts';
import type { DocumentEvent } from '../../checks/document/document.ts';
import { decidePayment, updatePendingStatus } from '../../payments/payment/payment.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import { audit } from '../../platform/requests/audit.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { zip } from '../../platform/values/values.ts';
import { requireOwnClaim } from './claim-payment.ts';
import { buildInReviewDecision } from './decide-reviewed-payment.ts';
import { findCustomerDeadlines, isMissingDocuments } from './process-review-timeouts.ts';
import { lockReviewedPayment, requireReviewer } from './require-reviewer.ts';
import { findReviewedPayment, selectDocumentTypes } from './review.read.ts';
import {
  type Answer,
  deleteOpenDecision,
  insertRequest,
  lockRequest,
  selectRequests,
  storeAnswers,
  updateRequestStates,
} from './review.sql.ts';
import { loadReviewView, toRequestView } from './review.view.ts';

export const informationRequestLifecycle = defineLifecycle({ table: 'review.request' })<InformationRequestState>({
  transitions: {
    action_required: { answered: 'customer', closed: ['staff', 'system'], expired: 'system' },
    answered: { accepted: 'staff', insufficient: 'staff', closed: ['staff', 'system'] },
    accepted: {},
    insufficient: {},
    closed: {},
    expired: {},
  },
  waiting: {},
});

/**
 * Asks the customer, and marks earlier answers as insufficient. Refuses `access_denied`, `not_found`,
 * `review_claimed`, and `invalid_transition` unless the payment is in review, and while the bank reports it as made.
 */
export const requestInformation: Verb<typeof contract.review.requestInformation> = async (ctx, input) => {
  const { uid, reason, questions } = input;
  const { tx, actor } = ctx;
  const payment = await lockReviewedPayment(ctx, uid);
  await requireReviewer(ctx, uid);
  if (payment.state !== 'in_review') throw new Refusal('invalid_transition');
  await requireOwnClaim(ctx, uid);
  await updateRequestStates(tx, uid, 'answered', 'insufficient');
  await updateRequestStates(tx, uid, 'action_required', 'closed');
  await deleteOpenDecision(tx, uid);
  const { customerId } = payment;
  const waits = await findCustomerDeadlines(ctx, uid);
  const id = v7();
  await insertRequest(ctx, {
    id,
    paymentId: uid,
    customerId,
    reason,
    questions,
    requestedBy: actor.staffId,
    dueAt: waits.deadlineAt,
  });
  await decidePayment(ctx, uid, {
    to: 'info_required',
    reasonCode: payment.reasonCode ?? 'extra_checks',
    reason: defaultText('payment_question_asked'),
    nextStep: defaultText('payment_question_asked_next'),
    ...waits,
  });
  await audit(ctx, 'review.information_requested', `payment:${uid}`, { request: id, reason, questions });
  return loadReviewView(ctx, uid);
};

export const listQuestions: Verb<typeof contract.review.questions> = async (ctx, { id }) => {
  await requireOwnPayment(ctx, id);
  return { list: (await selectRequests(ctx.tx, [id])).map(toRequestView) };
};

/**
 * Answers all questions of a request at once. Refuses `not_found`, `invalid_transition` when it is not open, and
 * `validation_failed` per question.
 */
export const answerQuestions: Verb<typeof contract.review.answer> = async (ctx, { id, request, answers }) => {
  await requireOwnPayment(ctx, id);
  const informationRequest = await lockRequest(ctx.tx, request);
  if (informationRequest?.paymentId !== id) throw new Refusal('not_found');
  if (informationRequest.state !== 'action_required') throw new Refusal('invalid_transition');
  const sent = await selectDocumentTypes(ctx.tx, id);
  const whole = informationRequest.questions.map(
    (question, i): Answer => ({
      number: i + 1,
      text: question.kind === 'file' ? 'sent' : (answers.find(({ number }) => number === i + 1)?.text ?? ''),
    }),
  );
  const errors = zip(informationRequest.questions, whole).flatMap(([question, answer]) =>
    validateAnswer(question, answer, sent),
  );
  if (errors.length > 0) throw new Refusal('validation_failed', { errors });
  const answered = await storeAnswers(ctx.tx, request, whole);
  await decidePayment(ctx, id, await buildInReviewDecision(ctx, id));
  await audit(ctx, 'review.answered', `payment:${id}`, { request, answers: whole });
  return toRequestView(answered);
};

async function requireOwnPayment(ctx: CustomerCtx, id: string): Promise<void> {
  const payment = await findReviewedPayment(ctx.tx, id);
  if (payment?.customerId !== ctx.actor.customerId || !(await canUseAccountId(ctx, payment.accountId)))
    throw new Refusal('not_found');
}

function validateAnswer(question: Question, { number, text }: Answer, sent: ReadonlySet<string>): FieldError[] {
  const fault = (code: FieldErrorCode, reason: Message): FieldError[] => [{ field: `answers.${number}`, code, reason }];
  switch (question.kind) {
    case 'text':
      return text === '' ? fault('required', message('answer_required')) : [];
    case 'choice':
      return question.options.includes(text) ? [] : fault('not_allowed', message('answer_choice_required'));
    case 'confirm':
      return text === 'yes' || text === 'no' ? [] : fault('not_allowed', message('answer_yes_no_required'));
    case 'file':
      return sent.has(question.documentType) ? [] : fault('required', message('answer_document_required'));
  }
}

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
