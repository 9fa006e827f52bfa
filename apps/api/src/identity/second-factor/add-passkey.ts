import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb, Workflow } from '../../platform/requests/verb.ts';
import { requirePinAuthorisation } from '../pin/pin.ts';
import type { FactorSettings } from './factor-settings.ts';
import { createPasskeyOptions, readChallenge, verifyAttestation } from './passkey.ts';
import { recordAddedFactor } from './record-added-factor.ts';
import { selectUsername } from './second-factor.read.ts';
import { insertChallenge, insertPasskey, lockFactors, selectPasskeys, takeChallenge } from './second-factor.sql.ts';
import { challengePurpose } from './second-factor.ts';

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
    const known = await selectPasskeys(tx, userId);
    if (known.length >= maxPasskeys) throw new Refusal('too_many_passkeys');
    const username = await selectUsername(tx, userId);
    const options = await createPasskeyOptions(settings, { userId, username, name, known });
    const binding = { userId, sessionId, loginAttemptId: null, purposeHash };
    const expiresAt = await insertChallenge(tx, options.challenge, binding);
    return { options, expiresAt: expiresAt.toISOString() };
  };

/** Refuses with `passkey_refused`, `passkey_exists` or `too_many_passkeys`. */
export const addPasskey =
  (settings: FactorSettings): Workflow<typeof contract.secondFactor.addPasskey> =>
  async (steps, { name, attestation }) => {
    const { userId, sessionId } = steps.actor;
    const challenge = readChallenge(attestation);
    const binding = { userId, sessionId, loginAttemptId: null, purposeHash };
    if (challenge === undefined || !(await steps.transaction(({ tx }) => takeChallenge(tx, challenge, binding))))
      throw new Refusal('passkey_refused');
    const credential = await verifyAttestation(settings, attestation, challenge);
    if (!credential) throw new Refusal('passkey_refused');
    return steps.transaction(async (ctx) => {
      await lockFactors(ctx.tx, userId);
      if ((await selectPasskeys(ctx.tx, userId)).length >= maxPasskeys) throw new Refusal('too_many_passkeys');
      const id = v7();
      if (!(await insertPasskey(ctx.tx, { id, userId, name, ...credential }))) throw new Refusal('passkey_exists');
      return recordAddedFactor(ctx, settings, { id, kind: 'passkey', userAgent: steps.caller.userAgent });
    });
  };
