import { openKeys } from '@larkmere/contract/platform/account-status';
import type { Endpoint } from '@larkmere/contract/platform/endpoint';
import { message } from '@larkmere/messages/message';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Caller, CustomerActor } from '../../platform/requests/verb.ts';
import { verifyToken } from '../../platform/security/token.ts';
import { parseFileAddress, redeemDownloadToken } from './download-token.ts';
import { type ActiveSession, activeSessionByToken, sessionById, toMemberScope } from './session.read.ts';
import { touchSession } from './session.sql.ts';
import { isKycVerified } from './session.view.ts';

/**
 * Authenticates a customer: browsers need cookie, token and our own origin, other clients a token. Rights are read on
 * every request. Refuses with `not_signed_in`.
 */
export async function authenticateCustomer(
  db: Db,
  caller: Caller,
  endpoint: Pick<Endpoint, 'background'>,
): Promise<CustomerActor> {
  const session = await findSession(db, caller);
  if (!session) throw new Refusal('not_signed_in');
  if (session.isTouchDue && !endpoint.background) await touchSession(db, session.sessionId);
  return toCustomerActor(session, caller.ip);
}

/**
 * Authenticates a download by a one-use token for this address, bound to its session and, in a browser, its cookie.
 * Refuses with `not_signed_in`.
 */
export async function authenticateDownload(
  db: Db,
  { cookie, ip }: Caller,
  address: string,
  parameter: string,
): Promise<CustomerActor> {
  const { file, downloadToken } = parseFileAddress(address, parameter);
  const sessionId = downloadToken && (await redeemDownloadToken(db, file, downloadToken));
  const session = sessionId && (await sessionById(db, sessionId));
  if (!session || !matchesCookie(session, cookie))
    throw new Refusal('not_signed_in', { reason: message('download_link_used') });
  return toCustomerActor(session, ip);
}

type SessionCredentials = Pick<Caller, 'token' | 'cookie' | 'isSameOrigin'>;

export async function findSignedInCustomer(
  db: Db,
  { ip, ...halves }: SessionCredentials & Pick<Caller, 'ip'>,
): Promise<CustomerActor | undefined> {
  const session = await findSession(db, halves);
  return session && toCustomerActor(session, ip);
}

async function findSession(
  db: Db,
  { token, cookie, isSameOrigin }: SessionCredentials,
): Promise<ActiveSession | undefined> {
  if (!token || !isSameOrigin) return undefined;
  const session = await activeSessionByToken(db, token);
  return session && matchesCookie(session, cookie) ? session : undefined;
}

const toCustomerActor = (session: ActiveSession, ip: string): CustomerActor => ({
  kind: 'customer',
  userId: session.userId,
  customerId: session.customerId,
  sessionId: session.sessionId,
  deviceId: session.deviceId,
  isDeviceTrusted: session.isDeviceTrusted,
  name: session.name,
  userType: session.userType,
  role: session.role,
  access: effectiveAccess(session),
  ...toMemberScope(session),
  kycVerified: isKycVerified(session.kycStatus),
  isIdentityChecked: session.isIdentityChecked,
  // Staff accept nothing, and read while the customer has not.
  isAgreementDue: session.agreementDue && !session.visit,
  accountStatus: session.status,
  isFrozen: session.isFrozen,
  visit: session.visit && {
    id: session.visit.id,
    staffId: session.visit.staffId,
    mode: session.visit.mode,
    ticket: session.visit.ticket,
  },
  ip,
});

/**
 * Users of a customer with SWIFT and its history enabled also see SWIFT payments (specification, section 6), except those
 * who only hold a card.
 */
const effectiveAccess = ({ access, role, status, swift, showSwiftHistory }: ActiveSession): CustomerActor['access'] =>
  new Set(openKeys(status, swift && showSwiftHistory && role !== 'cardholder' ? [...access, 'swiftpending'] : access));

const matchesCookie = ({ kind, cookieHash }: ActiveSession, cookie: string | undefined): boolean =>
  kind === 'client' || verifyToken(cookie, cookieHash);
