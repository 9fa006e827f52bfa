import { accessKeys, levelOf } from '@larkmere/contract/access';
import type { SessionView } from '@larkmere/contract/session';
import { absoluteSeconds, idleSeconds } from './limits.ts';
import type { Login } from './session.read.ts';

const verified = new Set(['approved', 'approved_conditional']);
export const isKycVerified = (status: string): boolean => verified.has(status);

export type RateAccess = Readonly<Pick<SessionView, 'rateToken' | 'rateService'>>;
export type AdmitToRates = (now: Date) => RateAccess;

export function viewSession(login: Login, token: string, startedAt: Date, rates: RateAccess): SessionView {
  const granted = new Set(login.access);
  return {
    token,
    introducerState: login.introducer,
    businnessState: login.business,
    swiftState: login.swift,
    syncagreement: login.agreementDue,
    user: {
      name: login.name,
      username: login.username,
      membercode: login.memberCode,
      uid: login.personId,
      role: login.role,
      accessRole: Object.fromEntries(
        accessKeys.map((key) => [key, granted.has(key)]),
      ) as SessionView['user']['accessRole'],
      accessLevel: Object.fromEntries(
        accessKeys.map((key) => [key, granted.has(key) ? levelOf(login.role, key) : 'none']),
      ) as SessionView['user']['accessLevel'],
    },
    feature: { card: login.featureCard, upgrade: login.featureUpgrade },
    userType: login.userType,
    kycVerified: isKycVerified(login.kycStatus),
    showSwifthistory: login.showSwiftHistory,
    allowedTrade: login.allowedTrade,
    reviewState: login.reviewState as SessionView['reviewState'],
    notifyNews: login.notifyNews,
    accountStatus: login.status as SessionView['accountStatus'],
    ...rates,
    session: { idleSeconds, absoluteSeconds, startedAt: startedAt.toISOString() },
  };
}
