import { v7 } from 'uuid';
import { createAssertionOptions } from '../../platform/security/passkey.ts';
import { insertChallenge, selectPasskeys } from '../../platform/security/passkey-store.ts';
import { generateToken, hashToken } from '../../platform/security/token.ts';
import type { LoginFactors } from '../session/session.ts';
import type { FactorSettings } from './factor-settings.ts';
import {
  consumeLoginAttempt,
  findLoginAttempt,
  findMethods,
  insertLoginAttempt,
  passkeyOwner,
} from './second-factor.sql.ts';
import { challengePurpose } from './second-factor.ts';
import { verifyFactor } from './verify-factor.ts';

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
