import { type Message, message } from '@larkmere/messages/message';
import type { Tx } from '../../platform/db/db.ts';
import { staffCookie } from '../../platform/http/caller.ts';
import { setSessionCookie } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, PublicActor, WorkflowContext } from '../../platform/requests/verb.ts';
import { lockMember } from './member-change.sql.ts';
import { type StaffMember, startSession } from './staff.sql.ts';
import { viewStaffSession } from './staff.view.ts';

export type StaffSession = ReturnType<typeof viewStaffSession>;
export type AdmittedMember = Readonly<{
  member: StaffMember;
  resetFailures: (tx: Tx) => Promise<void>;
  refuse: () => Promise<never>;
}>;

/** Locks the account first, so that logins, changes of its factors and a suspension come one after the other. */
export async function openSession(
  steps: WorkflowContext<PublicActor>,
  { member, resetFailures, refuse }: AdmittedMember,
  takeLastStep: (ctx: Ctx<PublicActor>) => Promise<boolean>,
  enrolling = false,
): Promise<StaffSession> {
  const { isBrowser, ip, userAgent } = steps.caller;
  const { memberId } = member;
  const opened = await steps.transaction(async (ctx) => {
    if ((await lockMember(ctx.tx, memberId))?.status !== 'active' || !(await takeLastStep(ctx))) return undefined;
    await resetFailures(ctx.tx);
    const session = await startSession(ctx.tx, { memberId, isBrowser, isEnrolling: enrolling, ip, userAgent });
    await audit(ctx, 'staff.session_started', `staff:${memberId}`, { browser: isBrowser, enrolling });
    return { ...session, startedAt: ctx.now };
  });
  if (!opened) return refuse();
  if (opened.cookie) setSessionCookie(steps, staffCookie, opened.cookie);
  return viewStaffSession(member, { token: opened.token, isEnrolling: enrolling, startedAt: opened.startedAt });
}

/** The typed name is not recorded, because it may be a password. */
export async function refuseSignIn(
  steps: WorkflowContext<PublicActor>,
  memberId: string | undefined,
  reason: Message = message('staff_login_failed'),
): Promise<never> {
  await steps.transaction((ctx) => audit(ctx, 'staff.sign_in_refused', `staff:${memberId ?? 'unknown'}`));
  throw new Refusal('login_failed', { reason });
}
