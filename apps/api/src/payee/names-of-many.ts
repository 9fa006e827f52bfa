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

const freshHours = 24;
/** Per customer, for files: names behind account numbers must not be enumerated. */
const mostADay = 2000;
const lifeMs = 30 * 60_000;

export type KnownAnswer = Readonly<{
  id: string;
  result: z.infer<typeof NameCheckResult>;
  isAccepted: boolean;
}>;

export const freshAnswers = (
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  customerId: string,
  questions: readonly NameQuestion[],
): Promise<(KnownAnswer | undefined)[]> =>
  selectAnswers(tx, customerId, questions, { now, hours: freshHours, remembered, days: memoryDays });

export const namesLeft = async (tx: Tx, customerId: string): Promise<number> =>
  Math.max(0, mostADay - (await countAnswers(tx, customerId, 24)));

export const notAsked: NameAnswer = { scheme: 'none', code: 'LIMIT', result: 'unavailable' };

type Owner = Readonly<{ customerId: string; personId: string }>;

type Heard = Owner & Readonly<{ question: NameQuestion; answer: NameAnswer }>;

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
 * Stores the override as evidence. Throws `name_check_unconfirmed` for a mismatch without a reason or too soon after
 * the answer, and `name_check_forbidden`.
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
