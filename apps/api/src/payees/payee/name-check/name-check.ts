import type { contract } from '@larkmere/contract/contract';
import { noMatchWaitSeconds } from '@larkmere/contract/payees/name-mismatch';
import type { NameCheckResult } from '@larkmere/contract/payees/payee';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { audit } from '../../../platform/requests/audit.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Workflow } from '../../../platform/requests/verb.ts';
import { parsePayeeDetails } from '../parse-payee-details.ts';
import type { Payee } from '../payee-record.ts';
import type { NameCheckRequest, NameCheckResponse } from '../rails/name-check-client.ts';
import { nameSchemeOf } from '../requirements/requirements.ts';
import {
  insertNameCheckOverride,
  insertNameCheckRequest,
  insertNameChecks,
  lockNameCheckRequests,
  type NameCheckOutcome,
  selectNameCheck,
  selectOverrideTime,
  selectRequestTime,
} from './name-check.sql.ts';
import { isNameBlocked, isNameCheckDemanded, requireNameAllowed } from './name-check-policy.ts';

type Confirmation = Readonly<{ accepted: boolean; reason: string | undefined }>;

export function findSavingRefusal(result: NameCheckResult, word: Confirmation, waitedMs: number): Refusal | undefined {
  const { accepted } = word;
  switch (result) {
    case 'match':
    case 'unavailable':
    case 'not_supported':
      return undefined;
    case 'no_match':
      return findMismatchRefusal(word, waitedMs);
    case 'close_match':
    case 'wrong_account_type':
      return accepted ? undefined : new Refusal('name_check_unconfirmed');
    case 'account_switched':
      return new Refusal('payee_details_invalid', { reason: message('account_switched') });
    case 'not_found':
      return new Refusal('payee_details_invalid', { reason: message('account_not_found') });
  }
}

/** Paying a name that does not match takes a waiting time and a reason. */
function findMismatchRefusal({ accepted, reason: given }: Confirmation, waitedMs: number): Refusal | undefined {
  if (!accepted || given === undefined) return new Refusal('name_check_unconfirmed');
  const leftMs = noMatchWaitSeconds * 1000 - waitedMs;
  if (leftMs <= 0) return undefined;
  const wait = message('duration_seconds', { count: noMatchWaitSeconds });
  const reason = message('name_check_wait', { wait });
  return new Refusal('name_check_unconfirmed', { reason, data: { waitSeconds: Math.ceil(leftMs / 1000) } });
}

export const rememberedResults: readonly string[] = ['close_match', 'unavailable'];
export const overrideValidityDays = 90;

export async function findRecentOverride(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  customerId: string,
  question: NameCheckRequest,
  answer: NameCheckOutcome,
): Promise<Date | null> {
  if (!rememberedResults.includes(answer.result)) return null;
  const at = await selectOverrideTime(tx, customerId, question, answer);
  return at && now.getTime() - at.getTime() < overrideValidityDays * 24 * 3_600_000 ? at : null;
}

export type NameEvidence = Readonly<{ id: string | null; result: NameCheckResult | null; actualName: string | null }>;

/**
 * The name check that a payment relies on: that of the payee, or a newer one for exactly the same name and account. It
 * only reads. Throws `name_check_required`, `name_check_unconfirmed`, `payee_details_invalid`.
 */
export async function resolveNameEvidence(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { customerId, userId }: Readonly<{ customerId: string; userId: string }>,
  payee: Payee,
  checkId: string | undefined,
): Promise<NameEvidence> {
  const { nameCheckId, nameCheckResult, actualName } = payee;
  if (checkId === undefined || checkId === nameCheckId) return { id: nameCheckId, result: nameCheckResult, actualName };
  const question = toNameCheckRequest(payee);
  const check = await selectNameCheck(ctx.tx, checkId, { customerId, userId }, question, ctx.now);
  if (!check) throw new Refusal('name_check_required', { reason: message('name_check_outdated') });
  const isKnown = check.result === nameCheckResult && check.actualName === actualName;
  const accepted = isKnown || (await findRecentOverride(ctx, customerId, question, check)) !== null;
  const refusal = findSavingRefusal(check.result, { accepted, reason: undefined }, 0);
  if (refusal?.code === 'name_check_unconfirmed') throw nameChangedRefusal();
  if (refusal) throw refusal;
  return { id: check.id, result: check.result, actualName: check.actualName };
}

const nameChangedRefusal = (): Refusal =>
  new Refusal('name_check_unconfirmed', { reason: message('name_check_changed') });

type NameCheckInput = Confirmation & Readonly<{ checkId: string | undefined }>;

export const toNameCheckRequest = ({
  type,
  name,
  entityType,
  account,
  details,
}: NameCheckRequest): NameCheckRequest => ({
  type,
  name,
  entityType,
  account,
  details,
});

/**
 * The customer's name check for exactly these details; null where no scheme exists. A PromptPay ID may be saved without
 * one unless the customer blocks names that do not match; a given one is judged like any other. Stores an override as
 * evidence.
 * Throws `payee_details_invalid`, `name_check_required`, `name_check_unconfirmed`, `name_check_forbidden`.
 */
export async function requireNameCheck(
  ctx: CustomerCtx,
  question: NameCheckRequest,
  { checkId, ...word }: NameCheckInput,
): Promise<Payee['nameCheckId']> {
  const { tx, actor, now } = ctx;
  const check = checkId && (await selectNameCheck(tx, checkId, actor, question, now));
  const scheme = nameSchemeOf(question.type, question.details.payTo);
  const isOptional = scheme === 'none' || (scheme === 'promptpay' && checkId === undefined);
  if (!check && isOptional && !(await isNameCheckDemanded(ctx, actor.customerId, question))) return null;
  if (!check) throw new Refusal('name_check_required');
  await requireNameAllowed(ctx, actor.customerId, check.result);
  const accepted = word.accepted || (await findRecentOverride(ctx, actor.customerId, question, check)) !== null;
  const waitedMs = now.getTime() - check.askedAt.getTime();
  const refusal = findSavingRefusal(check.result, { ...word, accepted }, waitedMs);
  if (refusal) throw refusal;
  const byHand = word.accepted || check.result === 'unavailable';
  const { customerId, userId } = actor;
  const reason = word.reason ?? null;
  if (byHand) await insertNameCheckOverride(tx, { nameCheckId: check.id, customerId, userId, at: now, reason });
  return check.id;
}

export type NameChecker = (question: NameCheckRequest) => Promise<NameCheckResponse>;

const maxRequests = 20;
const windowMs = 10 * 60_000;
const validityMs = 30 * 60_000;

/**
 * Calls the payee's bank outside any transaction and stores the answer as evidence. The request is counted first,
 * because names behind account numbers must not be enumerated. Throws `payee_details_invalid`, `rate_limited`.
 */
export const checkName =
  (ask: NameChecker): Workflow<typeof contract.payee.checkName> =>
  async (steps, { entityType, ...typed }) => {
    const question = toNameCheckRequest({ ...parsePayeeDetails({ ...typed, entityType }), entityType });
    const id = v7();
    await steps.transaction((ctx) => recordRequest(ctx, id));
    const answer = await ask(question);
    const outcome = await steps.transaction((ctx) => storeNameCheck(ctx, id, question, answer));
    const { scheme, result, code, actualName = null } = answer;
    return { checkId: id, scheme, result, code, actualName, ...outcome };
  };

async function recordRequest({ tx, actor, now }: CustomerCtx, id: string): Promise<void> {
  await lockNameCheckRequests(tx, actor.userId);
  const oldest = await selectRequestTime(tx, actor.userId, maxRequests);
  const waitMs = oldest ? oldest.getTime() + windowMs - now.getTime() : 0;
  if (waitMs > 0) throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  await insertNameCheckRequest(tx, id, actor.userId, now);
}

async function storeNameCheck(ctx: CustomerCtx, id: string, question: NameCheckRequest, answer: NameCheckResponse) {
  const { tx, actor, now: checkedAt } = ctx;
  const { result, code, actualName = null } = answer;
  const acceptedAt = await findRecentOverride(ctx, actor.customerId, question, { result, actualName });
  const expiresAt = new Date(checkedAt.getTime() + validityMs);
  const { customerId, userId } = actor;
  await insertNameChecks(tx, [{ id, customerId, userId, checkedAt, expiresAt, request: question, response: answer }]);
  await audit(ctx, 'payee.name_checked', `name_check:${id}`, { result, code });
  const forbidden = await isNameBlocked(ctx, customerId, result);
  return { acceptedAt: acceptedAt?.toISOString() ?? null, isBlocked: forbidden, expiresAt: expiresAt.toISOString() };
}
