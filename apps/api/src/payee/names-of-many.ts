import type { NameCheckResult } from '@larkmere/contract/payee';
import { v7 } from 'uuid';
import type { z } from 'zod';
import { audit } from '../kernel/audit.ts';
import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx, CustomerCtx } from '../kernel/verb.ts';
import { countAnswers, insertAcceptance, insertNameChecks, selectAnswers, selectCheck } from './name-check.sql.ts';
import { acceptedBefore, memoryDays, remembered, whyNotSaved } from './name-check.ts';
import { requireAllowed } from './name-policy.ts';
import type { NameAnswer, NameQuestion } from './rails/name-checks.ts';

/** An answer counts for other rows with the same question this long. */
const freshHours = 24;
/** Names of one customer that banks are asked about in a day for files: behind account numbers they must not be fished for. */
const mostADay = 2000;
/** How long an answer may be used to save a payee by hand. */
const lifeMs = 30 * 60_000;

export type KnownAnswer = Readonly<{
  id: string;
  result: z.infer<typeof NameCheckResult>;
  isAccepted: boolean;
}>;

/** What banks said lately about exactly these names of the customer, in the order of the questions. */
export const freshAnswers = (
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  customerId: string,
  questions: readonly NameQuestion[],
): Promise<(KnownAnswer | undefined)[]> =>
  selectAnswers(tx, customerId, questions, { now, hours: freshHours, remembered, days: memoryDays });

/** How many more names of the customer may be asked about today. */
export const namesLeft = async (tx: Tx, customerId: string): Promise<number> =>
  Math.max(0, mostADay - (await countAnswers(tx, customerId, 24)));

/** What stands for an answer where nobody is asked any more today: it stops nobody. */
export const notAsked: NameAnswer = { scheme: 'none', code: 'LIMIT', result: 'unavailable' };

type Owner = Readonly<{ customerId: string; personId: string }>;

type Heard = Owner & Readonly<{ question: NameQuestion; answer: NameAnswer }>;

/**
 * Keeps answers as evidence, all at once. Answers for each its id, and whether the customer went on in spite of the same
 * one lately.
 */
export async function keepAnswers(ctx: Ctx, heard: readonly Heard[]): Promise<KnownAnswer[]> {
  const { tx, now: askedAt } = ctx;
  if (heard.length === 0) return [];
  const expiresAt = new Date(askedAt.getTime() + lifeMs);
  const checks = heard.map((each) => ({ id: v7(), askedAt, expiresAt, ...each }));
  const kept: KnownAnswer[] = [];
  for (const { id, customerId, question, answer } of checks) {
    const { result, code, actualName = null } = answer;
    const acceptedAt = await acceptedBefore(ctx, customerId, question, { result, actualName });
    kept.push({ id, result, isAccepted: acceptedAt !== null });
    await audit(ctx, 'payee.name_checked', `name_check:${id}`, { result, code, by: 'file' });
  }
  await insertNameChecks(tx, checks);
  return kept;
}

/**
 * The customer goes on in spite of an answer; the act is kept as evidence. Throws `name_check_unconfirmed` without a
 * reason for a name that does not match, or too soon after the answer, and `name_check_forbidden`.
 */
export async function acceptAnswer(ctx: CustomerCtx, id: string, reason: string | undefined): Promise<void> {
  const { tx, actor, now } = ctx;
  const { customerId, personId } = actor;
  const check = await selectCheck(tx, id);
  if (check?.customerId !== customerId) throw new Refusal('not_found');
  await requireAllowed(ctx, customerId, check.result);
  const waitedMs = now.getTime() - check.askedAt.getTime();
  const refusal = whyNotSaved(check.result as KnownAnswer['result'], { accepted: true, reason }, waitedMs);
  if (refusal) throw refusal;
  await insertAcceptance(tx, { nameCheckId: id, customerId, personId, at: now, reason: reason ?? null });
}
