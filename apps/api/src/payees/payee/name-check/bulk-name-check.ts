import { v7 } from 'uuid';
import type { Tx } from '../../../platform/db/db.ts';
import { audit } from '../../../platform/requests/audit.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../../platform/requests/verb.ts';
import type { NameCheckRequest, NameCheckResponse } from '../rails/name-check-client.ts';
import {
  countNameChecks,
  insertNameCheckOverride,
  insertNameChecks,
  type KnownNameCheck,
  selectNameCheckById,
  selectRecentNameChecks,
} from './name-check.sql.ts';
import { findRecentOverride, findSavingRefusal, overrideValidityDays, rememberedResults } from './name-check.ts';
import { requireNameAllowed } from './name-check-policy.ts';

const reuseHours = 24;
/** Per customer, for files: names behind account numbers must not be enumerated. */
const maxChecksPerDay = 2000;
const validityMs = 30 * 60_000;
export const findRecentNameChecks = (
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  customerId: string,
  questions: readonly NameCheckRequest[],
): Promise<(KnownNameCheck | undefined)[]> =>
  selectRecentNameChecks(tx, customerId, questions, {
    now,
    hours: reuseHours,
    rememberedResults,
    days: overrideValidityDays,
  });

export const remainingNameChecks = async (tx: Tx, customerId: string): Promise<number> =>
  Math.max(0, maxChecksPerDay - (await countNameChecks(tx, customerId, 24)));

export const skippedNameCheck: NameCheckResponse = { scheme: 'none', code: 'LIMIT', result: 'unavailable' };

type Owner = Readonly<{ customerId: string; userId: string }>;

type ReceivedNameCheck = Owner & Readonly<{ request: NameCheckRequest; response: NameCheckResponse }>;

export async function storeNameChecks(ctx: Ctx, heard: readonly ReceivedNameCheck[]): Promise<KnownNameCheck[]> {
  const { tx, now: checkedAt } = ctx;
  if (heard.length === 0) return [];
  const expiresAt = new Date(checkedAt.getTime() + validityMs);
  const checks = heard.map((each) => ({ id: v7(), checkedAt, expiresAt, ...each }));
  const results: KnownNameCheck[] = [];
  for (const { id, customerId, request, response } of checks) {
    const { result, code, actualName = null } = response;
    const acceptedAt = await findRecentOverride(ctx, customerId, request, { result, actualName });
    results.push({ id, result, isAccepted: acceptedAt !== null });
    await audit(ctx, 'payee.name_checked', `name_check:${id}`, { result, code, by: 'file' });
  }
  await insertNameChecks(tx, checks);
  return results;
}

/**
 * Stores the override as evidence. Throws `name_check_unconfirmed` for a mismatch without a reason or too soon after
 * the answer, and `name_check_forbidden`.
 */
export async function overrideNameCheck(ctx: CustomerCtx, id: string, reason: string | undefined): Promise<void> {
  const { tx, actor, now } = ctx;
  const { customerId, userId } = actor;
  const check = await selectNameCheckById(tx, id);
  if (check?.customerId !== customerId) throw new Refusal('not_found');
  await requireNameAllowed(ctx, customerId, check.result);
  const waitedMs = now.getTime() - check.askedAt.getTime();
  const refusal = findSavingRefusal(check.result, { accepted: true, reason }, waitedMs);
  if (refusal) throw refusal;
  await insertNameCheckOverride(tx, { nameCheckId: id, customerId, userId, at: now, reason: reason ?? null });
}
