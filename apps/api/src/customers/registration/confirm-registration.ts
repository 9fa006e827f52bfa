import { randomInt } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { accessKeys } from '@larkmere/contract/platform/access';
import { openWallet } from '../../accounts/wallet/wallet.ts';
import { requireStrongPassword } from '../../identity/recovery/recovery.ts';
import { admitRecoveryAttempt, forgetRecoveryAttempt, setFirstPassword } from '../../identity/session/session.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx, PublicActor, Workflow } from '../../platform/requests/verb.ts';
import { hashPassword } from '../../platform/security/password-hash.ts';
import { verifyToken } from '../../platform/security/token.ts';
import { acceptTermsIfCurrent } from '../agreement/agreement.ts';
import { createCustomer, createUser, isEmailTaken } from '../customer/customer.ts';
import { type RegistrationSecrets, registrationConfirmed } from './register.ts';
import { lockRequest, markConfirmed, type RequestRow } from './registration.sql.ts';

type State = 'confirmed' | 'already' | 'expired';

/** Opens the account once. A wrong code, an unknown id and an old link all answer `expired`. */
export const confirmRegistration =
  (secrets: RegistrationSecrets): Workflow<typeof contract.registration.confirm> =>
  async (steps, { id, code, password, acceptTermsVersion, captcha }) => {
    if (password !== undefined) await requireStrongPassword(password, []);
    const hash = password === undefined ? undefined : await hashPassword(password);
    const attempt = { name: `confirmation of ${id}`, captcha };
    const state = await admitRecoveryAttempt(steps, secrets, attempt, async (ctx, _name, subject): Promise<State> => {
      const request = await lockRequest(ctx.tx, id);
      if (!verifyToken(code, request?.tokenHash ?? null) || !request) return 'expired';
      await forgetRecoveryAttempt(ctx.tx, subject);
      if (request.confirmedAt !== null) return 'already';
      // Somebody may have taken the address since, by another registration.
      if (request.isExpired || (await isEmailTaken(ctx.tx, request.email))) return 'expired';
      await openCustomer(ctx, request, {
        passwordHash: hash ?? request.passwordHash,
        termsVersion: acceptTermsVersion ?? request.termsVersion,
      });
      return 'confirmed';
    });
    return { state };
  };

/** A wallet customer who can look around and cannot pay until the identity check is done. */
async function openCustomer(
  ctx: Ctx<PublicActor>,
  request: RequestRow,
  { passwordHash, termsVersion }: Readonly<{ passwordHash: string; termsVersion: string | null }>,
): Promise<void> {
  const { tx } = ctx;
  const memberCode = `LM-${randomInt(10_000_000, 99_999_999)}`;
  const customer = await createCustomer(ctx, {
    memberCode,
    kind: 'wallet',
    name: request.latinName ?? request.name,
    country: request.country,
    status: 'pending',
    kycStatus: 'not_started',
    introducer: true,
    featureUpgrade: true,
  });
  const { id: userId } = await createUser(ctx, {
    customerId: customer.id,
    username: memberCode.replace('-', '').toLowerCase(),
    email: request.email,
    name: request.name,
    phone: request.phone,
    dateOfBirth: request.dateOfBirth,
    access: accessKeys,
    notifyNews: request.notifyNews,
  });
  await setFirstPassword(tx, userId, passwordHash);
  if (termsVersion !== null) await acceptTermsIfCurrent(tx, userId, termsVersion);
  await openWallet(tx, { customerId: customer.id, currency: 'GBP', name: 'GBP' });
  await markConfirmed(tx, request.id, customer.id);
  await audit(ctx, 'registration.confirmed', `customer:${customer.id}`, { user: userId });
  const { referrerId } = request;
  await emit(ctx, registrationConfirmed, { userId, memberCode, customerId: customer.id, referrerId });
}
