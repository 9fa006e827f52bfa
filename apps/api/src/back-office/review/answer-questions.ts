import type { Question } from '@larkmere/contract/back-office/review';
import type { contract } from '@larkmere/contract/contract';
import type { FieldErrorCode } from '@larkmere/contract/platform/envelope';
import { type Message, message } from '@larkmere/messages/message';
import { canUseAccountId } from '../../accounts/bank-account/bank-account.ts';
import { decidePayment } from '../../payments/payment/payment.ts';
import { audit } from '../../platform/requests/audit.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { buildInReviewDecision } from './in-review-decision.ts';
import { findReviewedPayment, selectDocumentTypes } from './review.read.ts';
import { type Answer, lockRequest, selectRequests, storeAnswers } from './review.sql.ts';
import { toRequestView } from './review.view.ts';

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
  const asked = await lockRequest(ctx.tx, request);
  if (asked?.paymentId !== id) throw new Refusal('not_found');
  if (asked.state !== 'action_required') throw new Refusal('invalid_transition');
  const sent = await selectDocumentTypes(ctx.tx, id);
  const whole = asked.questions.map(
    (question, i): Answer => ({
      number: i + 1,
      text: question.kind === 'file' ? 'sent' : (answers.find(({ number }) => number === i + 1)?.text ?? ''),
    }),
  );
  const errors = asked.questions.flatMap((question, i) => validateAnswer(question, whole[i] as Answer, sent));
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
