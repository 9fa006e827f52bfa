import { v7 } from 'uuid';
import { generateToken, hashToken } from '../../platform/security/token.ts';
import type { LoginFactors } from '../session/session.ts';
import type { FactorSettings } from './factor-settings.ts';
import { createAssertionOptions } from './passkey.ts';
import {
  consumeLoginAttempt,
  findLoginAttempt,
  findMethods,
  insertChallenge,
  insertLoginAttempt,
  selectPasskeys,
} from './second-factor.sql.ts';
import { challengePurpose } from './second-factor.ts';
import { verifyFactor } from './verify-factor.ts';

const purposeHash = challengePurpose('log-in');

/** What a login asks of second factors. */
export const createLoginFactors = (settings: FactorSettings): LoginFactors => ({
  begin: async ({ tx }, { userId, customerId }) => {
    const methods = await findMethods(tx, userId);
    if (methods.length === 0) return undefined;
    const [attempt, token] = [{ id: v7(), userId, customerId }, generateToken()];
    const expiresAt = await insertLoginAttempt(tx, attempt, hashToken(token));
    const passkeys = await selectPasskeys(tx, userId);
    const passkey = passkeys.length > 0 ? await createAssertionOptions(settings, passkeys) : null;
    if (passkey)
      await insertChallenge(tx, passkey.challenge, {
        userId,
        sessionId: null,
        loginAttemptId: attempt.id,
        purposeHash,
      });
    return { id: token, methods, passkey, expiresAt: expiresAt.toISOString() };
  },
  find: ({ tx }, token) => findLoginAttempt(tx, hashToken(token)),
  verify: async (steps, { id, userId }, factor) => {
    const binding = { userId, sessionId: null, loginAttemptId: id, purposeHash };
    const consume = await verifyFactor(steps, settings, binding, factor);
    return consume && (async (ctx) => (await consumeLoginAttempt(ctx.tx, id)) && (await consume(ctx)));
  },
});
