import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Procedure } from '../kernel/verb.ts';
import { insertNameChecks, insertQuestion, lockQuestions, selectQuestionTime } from './name-check.sql.ts';
import { acceptedBefore, questionOf } from './name-check.ts';
import { isForbidden } from './name-policy.ts';
import type { NameAnswer, NameQuestion } from './rails/name-checks.ts';
import { readDetails } from './read-details.ts';

export type AskName = (question: NameQuestion) => Promise<NameAnswer>;

const mostQuestions = 20;
const windowMs = 10 * 60_000;
const lifeMs = 30 * 60_000;

/**
 * Calls the payee's bank outside any transaction and stores the answer as evidence. The request is counted first,
 * because names behind account numbers must not be enumerated. Throws `payee_details_invalid`, `rate_limited`.
 */
export const checkName =
  (ask: AskName): Procedure<typeof contract.payee.checkName> =>
  async (steps, { entityType, ...typed }) => {
    const question = questionOf({ ...readDetails({ ...typed, entityType }), entityType });
    const id = v7();
    await steps.transaction((ctx) => countQuestion(ctx, id));
    const answer = await ask(question);
    const kept = await steps.transaction((ctx) => keep(ctx, id, question, answer));
    const { scheme, result, code, actualName = null } = answer;
    return { checkId: id, scheme, result, code, actualName, ...kept };
  };

async function countQuestion({ tx, actor, now }: CustomerCtx, id: string): Promise<void> {
  await lockQuestions(tx, actor.personId);
  const oldest = await selectQuestionTime(tx, actor.personId, mostQuestions);
  const waitMs = oldest ? oldest.getTime() + windowMs - now.getTime() : 0;
  if (waitMs > 0) throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  await insertQuestion(tx, id, actor.personId, now);
}

async function keep(ctx: CustomerCtx, id: string, question: NameQuestion, answer: NameAnswer) {
  const { tx, actor, now: askedAt } = ctx;
  const { result, code, actualName = null } = answer;
  const acceptedAt = await acceptedBefore(ctx, actor.customerId, question, { result, actualName });
  const expiresAt = new Date(askedAt.getTime() + lifeMs);
  const { customerId, personId } = actor;
  await insertNameChecks(tx, [{ id, customerId, personId, askedAt, expiresAt, question, answer }]);
  await audit(ctx, 'payee.name_checked', `name_check:${id}`, { result, code });
  const forbidden = await isForbidden(ctx, customerId, result);
  return { acceptedAt: acceptedAt?.toISOString() ?? null, forbidden, expiresAt: expiresAt.toISOString() };
}
