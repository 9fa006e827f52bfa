import type { SessionView } from '@larkmere/contract/identity/session';
import { accessKeys, accessLevelFor } from '@larkmere/contract/platform/access';
import { openKeys } from '@larkmere/contract/platform/account-status';
import { absoluteSeconds, idleSeconds } from './limits.ts';
import type { LoginAccount } from './session.read.ts';

const verifiedStatuses = new Set(['approved', 'approved_conditional']);
export const isKycVerified = (status: string): boolean => verifiedStatuses.has(status);

export type RateAccess = Readonly<Pick<SessionView, 'rateToken' | 'rateService'>>;
export type IssueRateAccess = (now: Date) => RateAccess;

export function viewSession(login: LoginAccount, token: string, startedAt: Date, rates: RateAccess): SessionView {
  const granted = new Set(openKeys(login.status, login.access));
  return {
    token,
    introducerState: login.introducer,
    businnessState: login.business,
    swiftState: login.swift,
    syncagreement: login.agreementDue,
    multiaccount: login.hasOtherCustomers,
    customer: { id: login.customerId, name: login.customerName },
    user: {
      name: login.name,
      username: login.username,
      membercode: login.memberCode,
      uid: login.userId,
      role: login.role,
      accessRole: Object.fromEntries(
        accessKeys.map((key) => [key, granted.has(key)]),
      ) as SessionView['user']['accessRole'],
      accessLevel: Object.fromEntries(
        accessKeys.map((key) => [key, granted.has(key) ? accessLevelFor(login.role, key) : 'none']),
      ) as SessionView['user']['accessLevel'],
    },
    feature: { card: login.featureCard, upgrade: login.featureUpgrade },
    userType: login.userType,
    kycVerified: isKycVerified(login.kycStatus),
    showSwifthistory: login.showSwiftHistory,
    allowedTrade: login.allowedTrade,
    reviewState: login.reviewState as SessionView['reviewState'],
    notifyNews: login.notifyNews,
    accountStatus: login.status,
    ...rates,
    session: { idleSeconds, absoluteSeconds, startedAt: startedAt.toISOString() },
  };
}
