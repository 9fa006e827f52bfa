import { randomBytes } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Purpose } from '@larkmere/contract/pin';
import { readAmount } from '@larkmere/money/money';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Procedure } from '../kernel/verb.ts';
import type { Pepper } from './pepper.ts';
import { insertApproval } from './pin.sql.ts';
import { approvalSeconds, coolingHours, coolingLimit, digestOf } from './pin.ts';
import { tryPin } from './try-pin.ts';

/**
 * Checks the PIN. With a purpose the answer is a one-time approval for exactly that operation (dynamic linking). Refuses
 * with `pin_missing`, `pin_wrong`, `pin_locked` or, for larger payments within a day of a reset, `pin_cooling`.
 */
export const verifyPin =
  (pepper: Pepper): Procedure<typeof contract.pin.verify> =>
  async (steps, { pincode, purpose }) => {
    const answer = await tryPin(steps, pepper, pincode, 'verify', async (ctx, { reset_at }) => {
      if (!purpose) return { approval: null, expiresAt: null };
      // Returned and not thrown: the PIN was right, so the cleared count must be committed.
      if (isCooling(reset_at, ctx.now) && leaves(purpose) && isLarge(purpose)) return new Refusal('pin_cooling');
      return approve(ctx, purpose);
    });
    if (answer instanceof Refusal) throw answer;
    return answer;
  };

async function approve(ctx: CustomerCtx, purpose: Purpose): Promise<{ approval: string; expiresAt: string }> {
  const { personId, sessionId } = ctx.actor;
  const approval = randomBytes(32).toString('base64url');
  const expiresAt = await insertApproval(
    ctx.tx,
    { approval, personId, sessionId, purpose: digestOf(purpose, personId) },
    approvalSeconds,
  );
  return { approval, expiresAt: expiresAt.toISOString() };
}

const isCooling = (resetAt: Date | null, now: Date): boolean =>
  resetAt !== null && now.getTime() - resetAt.getTime() < coolingHours * 3_600_000;

/** What goes from one own account to another stays with its owner. */
const leaves = ({ operation }: Purpose): boolean =>
  operation.startsWith('payment.') ||
  operation === 'team-approval.approve' ||
  operation === 'standing-order.set' ||
  operation === 'standing-order.next';

function isLarge({ amount, currency }: Purpose): boolean {
  const asked = readAmount(currency, amount);
  const limit = readAmount(currency, coolingLimit);
  return !asked || !limit || asked.minor > limit.minor;
}
