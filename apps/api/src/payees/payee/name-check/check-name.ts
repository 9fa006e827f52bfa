import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { audit } from '../../../platform/requests/audit.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import type { CustomerCtx, Workflow } from '../../../platform/requests/verb.ts';
import { parsePayeeDetails } from '../parse-payee-details.ts';
import type { NameCheckRequest, NameCheckResponse } from '../rails/name-check-client.ts';
import {
  insertNameCheckRequest,
  insertNameChecks,
  lockNameCheckRequests,
  selectRequestTime,
} from './name-check.sql.ts';
import { findRecentOverride, toNameCheckRequest } from './name-check.ts';
import { isNameBlocked } from './name-check-policy.ts';

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
    const kept = await steps.transaction((ctx) => storeNameCheck(ctx, id, question, answer));
    const { scheme, result, code, actualName = null } = answer;
    return { checkId: id, scheme, result, code, actualName, ...kept };
  };

async function recordRequest({ tx, actor, now }: CustomerCtx, id: string): Promise<void> {
  await lockNameCheckRequests(tx, actor.userId);
  const oldest = await selectRequestTime(tx, actor.userId, maxRequests);
  const waitMs = oldest ? oldest.getTime() + windowMs - now.getTime() : 0;
  if (waitMs > 0) throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  await insertNameCheckRequest(tx, id, actor.userId, now);
}

async function storeNameCheck(ctx: CustomerCtx, id: string, question: NameCheckRequest, answer: NameCheckResponse) {
  const { tx, actor, now: askedAt } = ctx;
  const { result, code, actualName = null } = answer;
  const acceptedAt = await findRecentOverride(ctx, actor.customerId, question, { result, actualName });
  const expiresAt = new Date(askedAt.getTime() + validityMs);
  const { customerId, userId } = actor;
  await insertNameChecks(tx, [
    { id, customerId, userId, checkedAt: askedAt, expiresAt, request: question, response: answer },
  ]);
  await audit(ctx, 'payee.name_checked', `name_check:${id}`, { result, code });
  const forbidden = await isNameBlocked(ctx, customerId, result);
  return { acceptedAt: acceptedAt?.toISOString() ?? null, isBlocked: forbidden, expiresAt: expiresAt.toISOString() };
}
