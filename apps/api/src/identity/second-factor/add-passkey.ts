import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb, Workflow } from '../../platform/requests/verb.ts';
import { createPasskeyOptions } from '../../platform/security/passkey.ts';
import { verifyNewPasskey } from '../../platform/security/passkey-proof.ts';
import { insertChallenge, insertPasskey, selectPasskeys } from '../../platform/security/passkey-store.ts';
import { requirePinAuthorisation } from '../pin/pin.ts';
import type { FactorSettings } from './factor-settings.ts';
import { recordAddedFactor } from './record-added-factor.ts';
import { selectUsername } from './second-factor.read.ts';
import { lockFactors, passkeyOwner } from './second-factor.sql.ts';
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
