import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { message } from '@larkmere/messages/message';
import { type Money, money } from '@larkmere/money/money';
import { convert, inverse } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import { crossRate, latestRates } from '../../fx/rate/rate.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, StaffCtx } from '../../platform/requests/verb.ts';
import { listSettings, readSetting } from '../../platform/settings/setting.ts';
import type { ReviewedPayment } from './review.read.ts';
import { dualControlThreshold, releaseLimit } from './review.settings.ts';
import {
  completeDecision,
  deleteOpenDecision,
  findLook,
  findOpenDecision,
  insertDecision,
  type ReviewDecisionRow,
} from './review.sql.ts';

/**
 * The open first approval of a release (`settlement` null) or of the same settlement. Any other one is dropped. Refuses
 * `approver_conflict` for the same person twice.
 */
export async function findFirstApproval(
  { tx, actor }: StaffCtx,
  id: string,
  settlement: string | null,
): Promise<ReviewDecisionRow | undefined> {
  const open = await findOpenDecision(tx, id);
  if (!open) return undefined;
  if (open.settlement !== settlement) {
    await deleteOpenDecision(tx, id);
    return undefined;
  }
  if (open.firstBy === actor.staffId) throw new Refusal('approver_conflict');
  return open;
}

type ApprovalInput = Readonly<{
  first: ReviewDecisionRow | undefined;
  settlement: string | null;
  hits: number;
  words: Pick<ReviewDecisionRow, 'reason' | 'note' | 'answer'>;
  /** Of a release: its value, and whether the role of the reader may release that much. */
  release?: Readonly<{ valueGbpMinor: bigint; isWithinLimit: boolean }>;
}>;

/** The second person decides after a look of their own. Refuses `invalid_transition`. */
export async function requireLook({ tx, actor }: StaffCtx, { id }: Pick<ReviewDecisionRow, 'id'>): Promise<void> {
  if (!(await findLook(tx, id, actor.staffId)))
    throw new Refusal('invalid_transition', { reason: message('review_look_first') });
}

type TwoPersonCase = Pick<ApprovalInput, 'settlement' | 'hits' | 'release'>;

/** A settlement, a sanctions hit or a large amount takes two people. */
export async function needsSecondApprover(
  ctx: Pick<StaffCtx, 'tx'>,
  payment: ReviewedPayment,
  { settlement, hits, release }: TwoPersonCase,
): Promise<boolean> {
  const isRequired = settlement !== null || hits > 0 || release?.isWithinLimit === false;
  return isRequired || isAboveDualControlThreshold(ctx, payment);
}

/** True when the decision takes effect now. */
export async function recordApproval(ctx: StaffCtx, payment: ReviewedPayment, input: ApprovalInput): Promise<boolean> {
  const { tx, actor, now } = ctx;
  const { first, settlement, words, release } = input;
  const value = { valueGbpMinor: release?.valueGbpMinor ?? null };
  if (first) {
    await completeDecision(tx, first.id, { secondBy: actor.staffId, ...value });
    return true;
  }
  const needsSecond = await needsSecondApprover(ctx, payment, input);
  const row = {
    id: v7(),
    paymentId: payment.id,
    needsSecondApprover: needsSecond,
    firstBy: actor.staffId,
    settlement,
  };
  await insertDecision(tx, { ...row, ...words, ...value, releasedAt: needsSecond ? null : now });
  return !needsSecond;
}

async function isAboveDualControlThreshold(
  { tx }: Pick<StaffCtx, 'tx'>,
  { currency, amountMinor }: ReviewedPayment,
): Promise<boolean> {
  const threshold = await readSetting(tx, dualControlThreshold, { currency });
  return threshold === undefined || amountMinor > threshold.aboveMinor;
}

type Limits = ReadonlyMap<StaffRole, bigint>;

const limitsByRole = async ({ tx }: Pick<Ctx, 'tx'>): Promise<Limits> =>
  new Map((await listSettings(tx, releaseLimit)).map(({ role, maxGbpMinor: most }) => [role, most]));

/**
 * The value of a payment in pounds, at the newest rate, however old: a limit of staff is no price. Without any rate it
 * counts as the highest limit, so that only the role that has it can release.
 */
async function valueInPounds(ctx: Pick<Ctx, 'tx'>, amount: Money, limits: Limits): Promise<bigint> {
  if (amount.currency === 'GBP') return amount.minor;
  return (
    await loadPoundValues(
      ctx,
      [...limits.values()].reduce((a, b) => (a > b ? a : b), 0n),
    )
  )(amount);
}

/** Values of several amounts at the newest rates. Without a rate, `unknown`. */
export async function loadPoundValues(ctx: Pick<Ctx, 'tx'>, unknown = 0n): Promise<(amount: Money) => bigint> {
  const { perEuro } = await latestRates(ctx);
  return (amount) => {
    if (amount.currency === 'GBP') return amount.minor;
    const rate = crossRate(perEuro, 'GBP', amount.currency);
    return rate ? convert(amount, inverse(rate), 'up').minor : unknown;
  };
}

type ReleaseAuthority = Readonly<{ valueGbpMinor: bigint; roles: readonly StaffRole[] }>;

/** The roles whose limit covers the amount. One of the people who release it has one of them. */
export async function findReleaseAuthority(
  ctx: Pick<Ctx, 'tx'>,
  { currency, amountMinor }: Readonly<{ currency: Money['currency']; amountMinor: bigint }>,
): Promise<ReleaseAuthority> {
  const limits = await limitsByRole(ctx);
  const valueGbpMinor = await valueInPounds(ctx, money(currency, amountMinor), limits);
  return { valueGbpMinor, roles: [...limits].flatMap(([role, most]) => (most >= valueGbpMinor ? [role] : [])) };
}
