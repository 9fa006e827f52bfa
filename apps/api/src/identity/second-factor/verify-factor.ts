import type { contract } from '@larkmere/contract/contract';
import type { SecondFactorProof } from '@larkmere/contract/identity/second-factor';
import { v7 } from 'uuid';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Actor, Ctx, Verb, WorkflowContext } from '../../platform/requests/verb.ts';
import { decrypt } from '../../platform/security/encryption.ts';
import { createAssertionOptions } from '../../platform/security/passkey.ts';
import { verifyPasskey } from '../../platform/security/passkey-proof.ts';
import {
  type ChallengeBinding,
  countOpenChallenges,
  insertChallenge,
  selectPasskeys,
} from '../../platform/security/passkey-store.ts';
import { generateToken, hashToken } from '../../platform/security/token.ts';
import { verifyTotpCode } from '../../platform/security/totp.ts';
import { describeDevice } from '../device/device.ts';
import { type PinFactors, purposeDigest } from '../pin/pin.ts';
import type { LoginFactors } from '../session/session.ts';
import { challengePurpose, type FactorSettings, recoveryCodeUsed } from './factor-settings.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import {
  consumeLoginAttempt,
  consumeRecoveryCode,
  consumeTotpStep,
  findAuthenticator,
  findLoginAttempt,
  findMethods,
  hasRecoveryCode,
  insertLoginAttempt,
  passkeyOwner,
} from './second-factor.sql.ts';
import { findRequiredMethods, secondFactorRequired } from './second-factor.ts';

/** Uses a right factor up, in the transaction of what it confirms. False if it was used meanwhile. */
type ConsumeFactor = (ctx: Ctx) => Promise<boolean>;

/** Undefined for a wrong factor. A challenge is used up by any answer, a code only by what it confirms. */
async function verifyFactor<A extends Actor>(
  steps: WorkflowContext<A>,
  settings: FactorSettings,
  binding: ChallengeBinding,
  proof: SecondFactorProof,
): Promise<ConsumeFactor | undefined> {
  const consume = await verifyProof(steps, settings, binding, proof);
  return (
    consume &&
    (async (ctx) => {
      if (!(await consume(ctx))) return false;
      await settings.onFactorUsed(ctx, binding.owner.id);
      return true;
    })
  );
}

async function verifyProof<A extends Actor>(
  steps: WorkflowContext<A>,
  settings: FactorSettings,
  binding: ChallengeBinding,
  proof: SecondFactorProof,
): Promise<ConsumeFactor | undefined> {
  if (proof.method === 'passkey') return verifyPasskey(steps, settings, binding, proof.assertion);
  const { id: userId } = binding.owner;
  if (proof.method === 'totp') return verifyTotp(steps, settings, userId, proof.code);
  const hash = hashRecoveryCode(settings.recoveryKey, userId, proof.code);
  if (!(await steps.transaction(({ tx }) => hasRecoveryCode(tx, userId, hash)))) return undefined;
  const device = describeDevice(steps.caller.userAgent);
  return async (ctx) => {
    if (!(await consumeRecoveryCode(ctx.tx, userId, hash))) return false;
    await audit(ctx, 'second_factor.recovery_code_used', `person:${userId}`);
    await emit(ctx, recoveryCodeUsed, { userId, at: ctx.now.toISOString(), device });
    return true;
  };
}

async function verifyTotp<A extends Actor>(
  steps: WorkflowContext<A>,
  { encryptionKey }: FactorSettings,
  userId: string,
  code: string,
): Promise<ConsumeFactor | undefined> {
  const { found, now } = await steps.transaction(async (ctx) => ({
    found: await findAuthenticator(ctx.tx, userId),
    now: ctx.now,
  }));
  if (!found?.confirmedAt) return undefined;
  const { secret } = found;
  const step = await verifyTotpCode(decrypt(encryptionKey, userId, secret), code, now);
  if (step === undefined) return undefined;
  return ({ tx }) => consumeTotpStep(tx, { userId, secret, step, isEnrolment: false });
}

const maxOpenChallenges = 30;

/** What the check of the PIN asks of second factors. */
export const createPinFactors = (settings: FactorSettings): PinFactors => ({
  findMethods: (ctx) => findRequiredMethods(ctx, { operation: 'pin.set' }),
  require: async (ctx, purpose, factor) => {
    const methods = purpose ? await findRequiredMethods(ctx, purpose) : [];
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
    const methods = await findRequiredMethods(ctx, purpose);
    if (!methods.includes('passkey')) return { methods, passkey: null };
    const owner = passkeyOwner(userId);
    if ((await countOpenChallenges(tx, owner)) >= maxOpenChallenges) throw new Refusal('rate_limited');
    const options = await createAssertionOptions(settings, await selectPasskeys(tx, owner));
    const purposeHash = purposeDigest(purpose, actor);
    await insertChallenge(tx, options.challenge, { owner, sessionId, loginAttemptId: null, purposeHash });
    return { methods, passkey: options };
  };

const purposeHash = challengePurpose('log-in');

/** What a login asks of second factors. */
export const createLoginFactors = (settings: FactorSettings): LoginFactors => ({
  begin: async ({ tx }, { userId, customerId }) => {
    const owner = passkeyOwner(userId);
    const methods = await findMethods(tx, userId);
    if (methods.length === 0) return undefined;
    const [attempt, token] = [{ id: v7(), userId, customerId }, generateToken()];
    const expiresAt = await insertLoginAttempt(tx, attempt, hashToken(token));
    const passkeys = await selectPasskeys(tx, owner);
    const passkey = passkeys.length > 0 ? await createAssertionOptions(settings, passkeys) : null;
    if (passkey)
      await insertChallenge(tx, passkey.challenge, {
        owner,
        sessionId: null,
        loginAttemptId: attempt.id,
        purposeHash,
      });
    return { id: token, methods, passkey, expiresAt: expiresAt.toISOString() };
  },
  find: ({ tx }, token) => findLoginAttempt(tx, hashToken(token)),
  verify: async (steps, { id, userId }, factor) => {
    const binding = { owner: passkeyOwner(userId), sessionId: null, loginAttemptId: id, purposeHash };
    const consume = await verifyFactor(steps, settings, binding, factor);
    return consume && (async (ctx) => (await consumeLoginAttempt(ctx.tx, id)) && (await consume(ctx)));
  },
});
