import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { decrypt, encrypt } from '../../platform/security/encryption.ts';
import { createPasskeyOptions } from '../../platform/security/passkey.ts';
import { verifyNewPasskey } from '../../platform/security/passkey-proof.ts';
import {
  insertChallenge,
  insertPasskey,
  selectPasskeys,
  toPasskeyView,
  updatePasskeyName,
} from '../../platform/security/passkey-store.ts';
import { buildEnrolmentUri, generateTotpSecret, verifyTotpCode } from '../../platform/security/totp.ts';
import { describeDevice } from '../device/device.ts';
import { requirePinAuthorisation, voidAuthorisations } from '../pin/pin.ts';
import { endEverySession } from '../session/session.ts';
import {
  challengePurpose,
  type FactorKind,
  type FactorSettings,
  factorAdded,
  factorRemoved,
} from './factor-settings.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { selectUsername } from './second-factor.read.ts';
import {
  consumeTotpStep,
  countRecoveryCodes,
  deleteAllFactors,
  deleteFactor,
  deleteRecoveryCodes,
  findAuthenticator,
  findMethods,
  insertAuthenticator,
  lockFactors,
  passkeyOwner,
} from './second-factor.sql.ts';

/**
 * Not idempotent: a stored reply would store the secret. Refuses with `authorisation_invalid` or `authenticator_exists`.
 */
export const beginAuthenticator =
  ({ encryptionKey }: FactorSettings): Workflow<typeof contract.secondFactor.beginTotp> =>
  async ({ transaction }, { authorisation, idempotency }) =>
    transaction(async (ctx) => {
      const { userId } = ctx.actor;
      await requirePinAuthorisation(ctx, authorisation, {
        operation: 'second-factor.add',
        method: 'totp',
        paymentIdempotency: idempotency,
      });
      const secret = generateTotpSecret();
      const sealed = encrypt(encryptionKey, userId, secret);
      if (!(await insertAuthenticator(ctx.tx, { userId, id: v7(), secret: sealed })))
        throw new Refusal('authenticator_exists');
      const username = await selectUsername(ctx.tx, userId);
      return { uri: buildEnrolmentUri({ issuer: 'Larkmere', username, secret }), secret };
    });

/** Refuses with `authenticator_code_wrong`, also if the secret was shown too long ago. */
export const confirmAuthenticator =
  (settings: FactorSettings): Workflow<typeof contract.secondFactor.confirmTotp> =>
  async ({ actor: { userId }, caller, transaction }, { code }) =>
    transaction(async (ctx) => {
      await lockFactors(ctx.tx, userId);
      const begun = await findAuthenticator(ctx.tx, userId);
      if (!begun?.isOpen || begun.confirmedAt) throw new Refusal('authenticator_code_wrong');
      const { id, secret } = begun;
      const step = await verifyTotpCode(decrypt(settings.encryptionKey, userId, secret), code, ctx.now);
      if (step === undefined || !(await consumeTotpStep(ctx.tx, { userId, secret, step, isEnrolment: true })))
        throw new Refusal('authenticator_code_wrong');
      return recordAddedFactor(ctx, settings, { id, kind: 'totp', userAgent: caller.userAgent });
    });

const maxPasskeys = 10;
const purposeHash = challengePurpose('add-passkey');

/** Refuses with `authorisation_invalid` or `too_many_passkeys`. */
export const beginPasskey =
  (settings: FactorSettings): Verb<typeof contract.secondFactor.beginPasskey> =>
  async (ctx, { authorisation, idempotency }) => {
    const { tx, actor } = ctx;
    const { userId, sessionId, name } = actor;
    await requirePinAuthorisation(ctx, authorisation, {
      operation: 'second-factor.add',
      method: 'passkey',
      paymentIdempotency: idempotency,
    });
    const owner = passkeyOwner(userId);
    const known = await selectPasskeys(tx, owner);
    if (known.length >= maxPasskeys) throw new Refusal('too_many_passkeys');
    const username = await selectUsername(tx, userId);
    const options = await createPasskeyOptions(settings, { id: userId, username, name, known });
    const binding = { owner, sessionId, loginAttemptId: null, purposeHash };
    const expiresAt = await insertChallenge(tx, options.challenge, binding);
    return { options, expiresAt: expiresAt.toISOString() };
  };

/** Refuses with `passkey_refused`, `passkey_exists` or `too_many_passkeys`. */
export const addPasskey =
  (settings: FactorSettings): Workflow<typeof contract.secondFactor.addPasskey> =>
  async (steps, { name, attestation }) => {
    const { userId, sessionId } = steps.actor;
    const owner = passkeyOwner(userId);
    const binding = { owner, sessionId, loginAttemptId: null, purposeHash };
    const credential = await verifyNewPasskey(steps, settings, binding, attestation);
    if (!credential) throw new Refusal('passkey_refused');
    return steps.transaction(async (ctx) => {
      await lockFactors(ctx.tx, userId);
      if ((await selectPasskeys(ctx.tx, owner)).length >= maxPasskeys) throw new Refusal('too_many_passkeys');
      const id = v7();
      if (!(await insertPasskey(ctx.tx, owner, { id, name, ...credential }))) throw new Refusal('passkey_exists');
      return recordAddedFactor(ctx, settings, { id, kind: 'passkey', userAgent: steps.caller.userAgent });
    });
  };

type AddedFactor = Readonly<{ id: string; kind: FactorKind; userAgent: string }>;

/** Tells the owner. A person without recovery codes gets them now. */
async function recordAddedFactor(
  ctx: CustomerCtx,
  { recoveryKey }: FactorSettings,
  { id, kind, userAgent }: AddedFactor,
): Promise<{ uid: string; recoveryCodes: string[] | null }> {
  const { userId } = ctx.actor;
  const { total } = await countRecoveryCodes(ctx.tx, userId);
  const recoveryCodes = total === 0 ? await createRecoveryCodes(ctx.tx, recoveryKey, userId) : null;
  await audit(ctx, 'second_factor.added', `person:${userId}`, { id, kind });
  await emit(ctx, factorAdded, { userId, at: ctx.now.toISOString(), device: describeDevice(userAgent) });
  return { uid: id, recoveryCodes };
}

/**
 * The last factor goes with itself or a recovery code, because there is no other that could confirm it. Refuses with
 * `not_found` or `authorisation_invalid`.
 */
export const removeFactor: Workflow<typeof contract.secondFactor.remove> = async (
  { actor: { userId }, caller, transaction },
  { uid, authorisation, idempotency },
) =>
  transaction(async (ctx) => {
    await lockFactors(ctx.tx, userId);
    if (!(await deleteFactor(ctx.tx, { id: uid, userId }))) throw new Refusal('not_found');
    await requirePinAuthorisation(ctx, authorisation, {
      operation: 'second-factor.remove',
      uid,
      paymentIdempotency: idempotency,
    });
    const isLast = (await findMethods(ctx.tx, userId)).length === 0;
    if (isLast) await deleteRecoveryCodes(ctx.tx, userId);
    await audit(ctx, 'second_factor.removed', `person:${userId}`, { id: uid, isLast });
    const device = describeDevice(caller.userAgent);
    await emit(ctx, factorRemoved, { userId, at: ctx.now.toISOString(), device, isLast });
    return null;
  });

/**
 * Of a person who lost them: passkeys, the app and recovery codes, sessions and the trust of every device. Password and
 * PIN stay.
 */
export async function removeAllFactors(ctx: Ctx, userId: string): Promise<void> {
  await lockFactors(ctx.tx, userId);
  await deleteAllFactors(ctx.tx, userId);
  await voidAuthorisations(ctx.tx, userId);
  await endEverySession(ctx.tx, userId, 'factor_reset');
  await audit(ctx, 'second_factor.all_removed', `person:${userId}`);
}

/** Refuses with `not_found`. */
export const renamePasskey: Verb<typeof contract.secondFactor.renamePasskey> = async (
  { tx, actor: { userId } },
  { uid: id, name },
) => {
  const renamed = await updatePasskeyName(tx, passkeyOwner(userId), { id, name });
  if (!renamed) throw new Refusal('not_found');
  return toPasskeyView(renamed);
};
