import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { createAssertionOptions } from '../../platform/security/passkey.ts';
import { countOpenChallenges, insertChallenge, selectPasskeys } from '../../platform/security/passkey-store.ts';
import { type PinFactors, purposeDigest } from '../pin/pin.ts';
import type { FactorSettings } from './factor-settings.ts';
import { findMethods, passkeyOwner } from './second-factor.sql.ts';
import { findRequiredMethods, secondFactorRequired } from './second-factor.ts';
import { verifyFactor } from './verify-factor.ts';

const maxOpenChallenges = 30;

/** What the check of the PIN asks of second factors. */
export const createPinFactors = (settings: FactorSettings): PinFactors => ({
  findMethods: (ctx) => findRequiredMethods(ctx, 'pin.set'),
  require: async (ctx, purpose, factor) => {
    const methods = purpose ? await findRequiredMethods(ctx, purpose.operation) : [];
    if (methods.length === 0) return false;
    if (!factor || !methods.includes(factor.method)) throw secondFactorRequired(methods);
    return true;
  },
  verify: (steps, purpose, factor) => {
    const { userId, sessionId } = steps.actor;
    const purposeHash = purposeDigest(purpose, steps.actor);
    return verifyFactor(
      steps,
      settings,
      { owner: passkeyOwner(userId), sessionId, loginAttemptId: null, purposeHash },
      factor,
    );
  },
});

/** Refuses with `second_factor_missing` or `rate_limited`. */
export const beginFactorChallenge =
  (settings: FactorSettings): Verb<typeof contract.secondFactor.beginChallenge> =>
  async (ctx, { purpose }) => {
    const { tx, actor } = ctx;
    const { userId, sessionId } = actor;
    if ((await findMethods(tx, userId)).length === 0) throw new Refusal('second_factor_missing');
    const methods = await findRequiredMethods(ctx, purpose.operation);
    if (!methods.includes('passkey')) return { methods, passkey: null };
    const owner = passkeyOwner(userId);
    if ((await countOpenChallenges(tx, owner)) >= maxOpenChallenges) throw new Refusal('rate_limited');
    const options = await createAssertionOptions(settings, await selectPasskeys(tx, owner));
    const purposeHash = purposeDigest(purpose, actor);
    await insertChallenge(tx, options.challenge, { owner, sessionId, loginAttemptId: null, purposeHash });
    return { methods, passkey: options };
  };
