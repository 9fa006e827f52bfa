import type { contract } from '@larkmere/contract/contract';
import type { Question } from '@larkmere/contract/review';
import { audit } from '../kernel/audit.ts';
import { type FieldFault, Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { decidePayment } from '../payment/payment.ts';
import { backInReview } from './back-in-review.ts';
import { documentTypesOf, findReviewed } from './review.read.ts';
import { type Answer, keepAnswers, lockRequest, requestsOf } from './review.sql.ts';
import { viewRequest } from './review.view.ts';

export const listQuestions: Verb<typeof contract.review.questions> = async (ctx, { id }) => {
  await requireOwn(ctx, id);
  return { list: (await requestsOf(ctx.tx, [id])).map(viewRequest) };
};

/**
 * Answers all questions of a request at once. Refuses `not_found`, `invalid_transition` when it is not open, and
 * `validation_failed` per question.
 */
export const answerQuestions: Verb<typeof contract.review.answer> = async (ctx, { id, request, answers }) => {
  await requireOwn(ctx, id);
  const asked = await lockRequest(ctx.tx, request);
  if (asked?.payment_id !== id) throw new Refusal('not_found');
  if (asked.state !== 'action_required') throw new Refusal('invalid_transition');
  const sent = await documentTypesOf(ctx.tx, id);
  const whole = asked.questions.map(
    (question, i): Answer => ({
      number: i + 1,
      text: question.kind === 'file' ? 'sent' : (answers.find(({ number }) => number === i + 1)?.text ?? ''),
    }),
  );
  const errors = asked.questions.flatMap((question, i) => faultOf(question, whole[i] as Answer, sent));
  if (errors.length > 0) throw new Refusal('validation_failed', { errors });
  const answered = await keepAnswers(ctx.tx, request, whole);
  await decidePayment(ctx, id, await backInReview(ctx, id));
  await audit(ctx, 'review.answered', `payment:${id}`, { request, answers: whole });
  return viewRequest(answered);
};

async function requireOwn({ tx, actor }: CustomerCtx, id: string): Promise<void> {
  const payment = await findReviewed(tx, id);
  if (payment?.customerId !== actor.customerId) throw new Refusal('not_found');
}

function faultOf(question: Question, { number, text }: Answer, sent: ReadonlySet<string>): FieldFault[] {
  const fault = (message: string): FieldFault[] => [{ field: `answers.${number}`, code: 'invalid', message }];
  switch (question.kind) {
    case 'text':
      return text === '' ? fault('Answer this') : [];
    case 'choice':
      return question.options.includes(text) ? [] : fault('Choose one of the answers');
    case 'confirm':
      return text === 'yes' || text === 'no' ? [] : fault('Say yes or no');
    case 'file':
      return sent.has(question.documentType) ? [] : fault('Send the document first');
  }
}
