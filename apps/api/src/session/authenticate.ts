import type { Endpoint } from '@larkmere/contract/endpoint';
import type { Db } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import { isSecretOf } from '../kernel/secret.ts';
import type { Caller, CustomerActor } from '../kernel/verb.ts';
import { type LiveSession, liveSession, sessionById } from './session.read.ts';
import { touchSession } from './session.sql.ts';
import { isKycVerified } from './session.view.ts';
import { addressOfFile, takeTicket } from './ticket.sql.ts';

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
  if (session.seenLongAgo && !endpoint.background) await touchSession(db, session.sessionId);
  return actorOf(session, caller.ip);
}

/**
 * Authenticates a download by a one-use token for this address, bound to its session and, in a browser, its cookie.
 * Refuses with `not_signed_in`.
 */
export async function authenticateTicket(
  db: Db,
  { cookie, ip }: Caller,
  address: string,
  parameter: string,
): Promise<CustomerActor> {
  const { file, ticket } = addressOfFile(address, parameter);
  const sessionId = ticket && (await takeTicket(db, file, ticket));
  const session = sessionId && (await sessionById(db, sessionId));
  if (!session || !hasCookieHalf(session, cookie)) throw new Refusal('not_signed_in');
  return actorOf(session, ip);
}

type Halves = Pick<Caller, 'token' | 'cookie' | 'sameOrigin'>;

export async function findCustomer(
  db: Db,
  { ip, ...halves }: Halves & Pick<Caller, 'ip'>,
): Promise<CustomerActor | undefined> {
  const session = await findSession(db, halves);
  return session && actorOf(session, ip);
}

async function findSession(db: Db, { token, cookie, sameOrigin }: Halves): Promise<LiveSession | undefined> {
  if (!token || !sameOrigin) return undefined;
  const session = await liveSession(db, token);
  return session && hasCookieHalf(session, cookie) ? session : undefined;
}

const actorOf = (session: LiveSession, ip: string): CustomerActor => ({
  kind: 'customer',
  personId: session.personId,
  customerId: session.customerId,
  sessionId: session.sessionId,
  name: session.name,
  userType: session.userType,
  role: session.role,
  access: accessOf(session),
  kycVerified: isKycVerified(session.kycStatus),
  accountStatus: session.status,
  ip,
});

/** Users of a customer with SWIFT and its history enabled also see SWIFT payments (specification, section 6). */
const accessOf = ({ access, swift, showSwiftHistory }: LiveSession): CustomerActor['access'] =>
  new Set(swift && showSwiftHistory ? [...access, 'swiftpending'] : access);

const hasCookieHalf = ({ kind, cookieHash }: LiveSession, cookie: string | undefined): boolean =>
  kind === 'client' || isSecretOf(cookie, cookieHash);
