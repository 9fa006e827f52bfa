import { randomBytes } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Purpose } from '@larkmere/contract/pin';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Procedure } from '../kernel/verb.ts';
import { tooSoonFor } from './cooling.ts';
import type { Pepper } from './pepper.ts';
import { insertApproval } from './pin.sql.ts';
import { approvalSeconds, digestOf } from './pin.ts';
import { tryPin } from './try-pin.ts';

/**
 * Checks the PIN. With a purpose it returns a one-time authorisation for exactly that operation. Refuses with
 * `pin_missing`, `pin_wrong`, `pin_locked` or `pin_cooling`.
 */
export const verifyPin =
  (pepper: Pepper): Procedure<typeof contract.pin.verify> =>
  async (steps, { pincode, purpose }) => {
    const answer = await tryPin(steps, pepper, pincode, 'verify', async (ctx, { reset_at }) => {
      if (!purpose) return { approval: null, expiresAt: null };
      // Returned and not thrown: the PIN was right, so clearing the count must commit.
      return (await tooSoonFor(ctx, reset_at, purpose)) ?? approve(ctx, purpose);
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
