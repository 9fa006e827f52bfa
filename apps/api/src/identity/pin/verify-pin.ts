import { randomBytes } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Purpose } from '@larkmere/contract/purpose';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Workflow } from '../../platform/requests/verb.ts';
import { checkPin } from './check-pin.ts';
import type { Pepper } from './pepper.ts';
import { insertAuthorisation } from './pin.sql.ts';
import { authorisationSeconds, purposeDigest } from './pin.ts';
import { findCoolingRefusal } from './reset-cooldown.ts';

/**
 * Checks the PIN. With a purpose it returns a one-time authorisation for exactly that operation. Refuses with
 * `pin_missing`, `pin_wrong`, `pin_locked` or `pin_cooling`.
 */
export const verifyPin =
  (pepper: Pepper): Workflow<typeof contract.pin.verify> =>
  async (steps, { pincode, purpose }) => {
    const answer = await checkPin(steps, pepper, pincode, 'verify', async (ctx, { reset_at }) => {
      if (!purpose) return { authorisation: null, expiresAt: null };
      // Returned and not thrown: the PIN was right, so clearing the count must commit.
      return (await findCoolingRefusal(ctx, reset_at, purpose)) ?? issueAuthorisation(ctx, purpose);
    });
    if (answer instanceof Refusal) throw answer;
    return answer;
  };

async function issueAuthorisation(
  ctx: CustomerCtx,
  purpose: Purpose,
): Promise<{ authorisation: string; expiresAt: string }> {
  const { userId, sessionId } = ctx.actor;
  const approval = randomBytes(32).toString('base64url');
  const expiresAt = await insertAuthorisation(
    ctx.tx,
    { token: approval, userId, sessionId, purpose: purposeDigest(purpose, ctx.actor) },
    authorisationSeconds,
  );
  return { authorisation: approval, expiresAt: expiresAt.toISOString() };
}
