import type { Endpoint } from '@larkmere/contract/endpoint';
import type { Db } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import { isSecretOf } from '../kernel/secret.ts';
import type { Caller, CustomerActor } from '../kernel/verb.ts';
import { type LiveSession, sessionByToken } from './session.read.ts';
import { touchSession } from './session.sql.ts';
import { isKycVerified } from './session.view.ts';

/**
 * The customer behind a request. A browser shows both halves of its session and asks from our own page; any other client
 * shows its token. Rights and states are read afresh each time. Refuses with `not_signed_in`.
 */
export async function authenticateCustomer(
  db: Db,
  caller: Caller,
  endpoint: Pick<Endpoint, 'background'>,
): Promise<CustomerActor> {
  const actor = await findCustomer(db, caller);
  if (!actor) throw new Refusal('not_signed_in');
  if (!endpoint.background) await touchSession(db, actor.sessionId);
  return actor;
}

/** The same without a refusal, for the handshake of a socket. */
export async function findCustomer(
  db: Db,
  { token, cookie, sameOrigin, ip }: Pick<Caller, 'token' | 'cookie' | 'sameOrigin' | 'ip'>,
): Promise<CustomerActor | undefined> {
  if (!token || !sameOrigin) return undefined;
  const session = await sessionByToken(db, token);
  if (!session || !hasCookieHalf(session, cookie)) return undefined;
  return {
    kind: 'customer',
    personId: session.personId,
    customerId: session.customerId,
    sessionId: session.sessionId,
    name: session.name,
    userType: session.userType,
    access: new Set(session.access),
    kycVerified: isKycVerified(session.kycStatus),
    accountStatus: session.status,
    ip,
  };
}

const hasCookieHalf = ({ kind, cookieHash }: LiveSession, cookie: string | undefined): boolean =>
  kind === 'client' || isSecretOf(cookie, cookieHash);
