import { randomBytes } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Purpose } from '@larkmere/contract/purpose';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Workflow } from '../../platform/requests/verb.ts';
import { selectFactorReset } from '../session/session.ts';
import { checkPin } from './check-pin.ts';
import type { Pepper } from './pepper.ts';
import { insertAuthorisation } from './pin.sql.ts';
import { authorisationSeconds, type PinFactors, purposeDigest } from './pin.ts';
import { findCoolingRefusal } from './reset-cooldown.ts';

/**
 * Checks the PIN, and the second factor where the purpose needs one. With a purpose it returns a one-time authorisation
 * for exactly that operation. Refuses with `pin_missing`, `pin_wrong`, `pin_locked`, `pin_cooling` or
 * `second_factor_required`.
 */
export const verifyPin =
  (pepper: Pepper, factors: PinFactors): Workflow<typeof contract.pin.verify> =>
  async (steps, { pincode, purpose, factor }) => {
    const isFactorNeeded = await steps.transaction((ctx) => factors.require(ctx, purpose, factor));
    const verifyFactor = isFactorNeeded && purpose && factor ? () => factors.verify(steps, purpose, factor) : undefined;
    const answer = await checkPin(steps, pepper, { pin: pincode, action: 'verify', verifyFactor }, async (ctx, pin) => {
      if (!purpose) return { authorisation: null, expiresAt: null };
      // Returned and not thrown: the PIN was right, so clearing the count must commit.
      const resetAt = latest(pin.resetAt, await selectFactorReset(ctx.tx, ctx.actor.userId));
      return (await findCoolingRefusal(ctx, resetAt, purpose)) ?? issueAuthorisation(ctx, purpose);
    });
    if (answer instanceof Refusal) throw answer;
    return answer;
  };

const latest = (a: Date | null, b: Date | undefined): Date | null => (b && (a === null || b > a) ? b : a);

async function issueAuthorisation(
  ctx: CustomerCtx,
  purpose: Purpose,
): Promise<{ authorisation: string; expiresAt: string }> {
  const { userId, sessionId } = ctx.actor;
  const authorisation = randomBytes(32).toString('base64url');
  const expiresAt = await insertAuthorisation(
    ctx.tx,
    { token: authorisation, userId, sessionId, purpose: purposeDigest(purpose, ctx.actor) },
    authorisationSeconds,
  );
  return { authorisation, expiresAt: expiresAt.toISOString() };
}
