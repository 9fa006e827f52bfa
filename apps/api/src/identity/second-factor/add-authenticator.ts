import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { decrypt, encrypt } from '../../platform/security/encryption.ts';
import { buildEnrolmentUri, generateTotpSecret, verifyTotpCode } from '../../platform/security/totp.ts';
import { requirePinAuthorisation } from '../pin/pin.ts';
import type { FactorSettings } from './factor-settings.ts';
import { recordAddedFactor } from './record-added-factor.ts';
import { selectUsername } from './second-factor.read.ts';
import { consumeTotpStep, findAuthenticator, insertAuthenticator, lockFactors } from './second-factor.sql.ts';

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
