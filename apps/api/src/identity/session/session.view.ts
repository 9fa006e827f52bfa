import type { SessionView } from '@larkmere/contract/identity/session';
import { accessKeys, accessLevelFor, mustProveIdentity } from '@larkmere/contract/platform/access';
import { openKeys } from '@larkmere/contract/platform/account-status';
import { recordOf } from '../../platform/values/values.ts';
import { absoluteSeconds, idleSeconds } from './limits.ts';
import type { LoginAccount, SessionVisit } from './session.read.ts';

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
