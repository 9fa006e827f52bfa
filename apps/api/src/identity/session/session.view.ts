import type { contract } from '@larkmere/contract/contract';
import type { SessionView } from '@larkmere/contract/identity/session';
import { accessKeys, accessLevelFor, mustProveIdentity } from '@larkmere/contract/platform/access';
import { openKeys } from '@larkmere/contract/platform/account-status';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb, Workflow } from '../../platform/requests/verb.ts';
import { deriveHeaderToken } from '../../platform/security/token.ts';
import { recordOf } from '../../platform/values/values.ts';
import { type LoginAccount, type SessionVisit, sessionByCookie, sessionByToken } from './session.read.ts';
import { absoluteSeconds, idleSeconds } from './session.sql.ts';

const verifiedStatuses = new Set(['approved', 'approved_conditional']);
export const isKycVerified = (status: string): boolean => verifiedStatuses.has(status);

export type RateAccess = Readonly<Pick<SessionView, 'rateToken' | 'rateService'>>;
export type IssueRateAccess = (now: Date) => RateAccess;

type SessionDetails = Readonly<{ token: string; startedAt: Date; visit?: SessionVisit | null }>;

export function viewSession(
  login: LoginAccount,
  { token, startedAt, visit = null }: SessionDetails,
  rates: RateAccess,
): SessionView {
  const granted = new Set(openKeys(login.status, login.access));
  return {
    token,
    introducerState: login.introducer,
    introducer: login.introducer
      ? { code: login.memberCode, role: login.isPartner ? 'partner' : 'customer', name: login.customerName }
      : null,
    businnessState: login.business,
    swiftState: login.swift,
    syncagreement: login.agreementDue && !visit,
    multiaccount: login.hasOtherCustomers,
    customer: { id: login.customerId, name: login.customerName },
    user: {
      name: login.name,
      username: login.username,
      membercode: login.memberCode,
      uid: login.userId,
      role: login.role,
      accessRole: recordOf(accessKeys, (key) => granted.has(key)),
      accessLevel: recordOf(accessKeys, (key) => (granted.has(key) ? accessLevelFor(login.role, key) : 'none')),
    },
    feature: { card: login.featureCard, upgrade: login.featureUpgrade },
    userType: login.userType,
    kycVerified: isKycVerified(login.kycStatus),
    // Who only holds a card sees no payments of the customer.
    showSwifthistory: login.showSwiftHistory && login.role !== 'cardholder',
    allowedTrade: login.allowedTrade,
    reviewState: login.reviewState,
    notifyNews: login.notifyNews,
    contactRecovery: login.hasContactRecovery,
    identityNeeded: !login.isIdentityChecked && mustProveIdentity(login.role, login.access),
    accountStatus: login.status,
    accountFrozen: login.isFrozen,
    accountMessage: login.statusMessage,
    loginas: visit !== null,
    visit: visit && viewVisit(visit, login.customerId),
    ...rates,
    session: { idleSeconds, absoluteSeconds, startedAt: startedAt.toISOString() },
  };
}

const viewVisit = (
  { id, staffName, mode, ticket, endsAt }: SessionVisit,
  customerId: string,
): NonNullable<SessionView['visit']> => ({
  uid: id,
  staffName,
  mode,
  ticket,
  customerId,
  endsAt: new Date(endsAt).toISOString(),
});

/**
 * The login state. A new window has only the cookie and gets the token here; other sites cannot read this reply.
 * Refuses with `not_signed_in`.
 */
export const showSession =
  (admitToRates: IssueRateAccess): Workflow<typeof contract.session.current> =>
  async ({ caller, transaction }) => {
    const { cookie, token } = caller;
    if (!caller.isSameOrigin) throw new Refusal('not_signed_in');
    const rates = await transaction(async ({ now }) => admitToRates(now));
    const byCookie = cookie === undefined ? undefined : await transaction(({ tx }) => sessionByCookie(tx, cookie));
    if (byCookie && cookie !== undefined)
      return viewSession(byCookie, { ...byCookie, token: deriveHeaderToken(cookie) }, rates);
    const byToken = token === undefined ? undefined : await transaction(({ tx }) => sessionByToken(tx, token));
    if (byToken?.kind !== 'client' || token === undefined) throw new Refusal('not_signed_in');
    return viewSession(byToken, { ...byToken, token }, rates);
  };

export const touchSession: Verb<typeof contract.session.touch> = async () => ({ idleSeconds });
