/**
 * Sessions of customers: sign-in, what a request may do, and how sessions end.
 * Every attempt to sign in or to recover is counted before it is checked, per account and address.
 * Rights and the status of the account are read anew with each request.
 */

import type { SecondFactorProof } from '@larkmere/contract/identity/second-factor';
import type { LoginChallenge } from '@larkmere/contract/identity/session';
import type { Ctx, PublicActor, WorkflowContext } from '../../platform/requests/verb.ts';

export {
  endDeviceSessions,
  endEverySession,
  endOtherSessions,
  endSessionsOfMember,
  endVisitSession,
  isSessionCookie,
} from './end-session.ts';
export {
  findLogin,
  findMemberLogin,
  isSessionActive,
  type LoginAccount,
  type MemberScopeRow,
  memberScopeColumns,
  selectFactorReset,
  toMemberScope,
} from './session.read.ts';
export { insertPassword as setFirstPassword, requirePasswordReset } from './session.sql.ts';
export { type IssueRateAccess, viewSession } from './session.view.ts';
export {
  admitConfirmation,
  admitLoginAttempt,
  admitPinProof,
  admitRecoveryAttempt,
  confirmPassword,
  forgetRecoveryAttempt,
  type SignInSecrets,
  signInLocked,
} from './sign-in-attempt.ts';
export { answerVisit, startVisitSession, switchSession } from './start-session.ts';
export {
  endPassword,
  findResetChannel,
  isPasswordUsed,
  replacePassword,
  setOneTimePassword,
  updateOwnPassword,
} from './stored-password.ts';

export type PendingLogin = Readonly<{ id: string; userId: string; customerId: string }>;

/** Lets a person with a one-time password choose an own one: returns the token of the page. app.ts passes it in. */
export type StartPasswordChange = (ctx: Ctx<PublicActor>, userId: string) => Promise<string>;

/** What a login asks of second factors, whose module knows sessions: app.ts passes it in. */
export type LoginFactors = Readonly<{
  /** Undefined for a person without a second factor. */
  begin: (
    ctx: Ctx<PublicActor>,
    person: Readonly<{ userId: string; customerId: string }>,
  ) => Promise<LoginChallenge | undefined>;
  find: (ctx: Ctx<PublicActor>, challengeId: string) => Promise<PendingLogin | undefined>;
  /** Undefined for a wrong factor; otherwise what uses factor and login up, in the transaction of the session. */
  verify: (
    steps: WorkflowContext<PublicActor>,
    attempt: PendingLogin,
    factor: SecondFactorProof,
  ) => Promise<((ctx: Ctx<PublicActor>) => Promise<boolean>) | undefined>;
}>;
