import type { StaffPurpose } from '@larkmere/contract/back-office/staff-factor';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { answerVisit, type IssueRateAccess, startVisitSession } from '../../identity/session/session.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffActor, StaffCtx, Workflow } from '../../platform/requests/verb.ts';
import { generateToken, hashToken } from '../../platform/security/token.ts';
import { findStaffOfBrowser, type StaffFactorSettings, verifyOwnFactor } from '../staff/staff.ts';
import { type ConnectInput, checkConsent, missing, requirePerson } from './consent.ts';
import { endVisit } from './end-visit.ts';
import { findCustomer, selectSupervisors } from './ghost-connect.read.ts';
import { consumeConsent, insertVisit, lockOpenVisits, openVisit, type VisitRow } from './ghost-connect.sql.ts';
import { glassBroken } from './ghost-connect.ts';
import { mayConnect, visitBasisRules } from './visit-permissions.ts';

type Settings = Readonly<{ consent: Buffer; factors: StaffFactorSettings }>;

/**
 * Issues a link to the account. The table of bases decides who may, with what and in which mode. Refuses with
 * `access_denied`, `not_found`, `consent_code_wrong` in the same words for a code that is wrong, used, expired or asked
 * for by a colleague, `staff_factor_wrong` and `login_locked`.
 */
export const connect =
  ({ consent, factors }: Settings): Workflow<typeof contract.ghostConnect.connect> =>
  async (steps, input) => {
    requireBasis(steps.actor, input);
    const consentId = input.basis === 'consent' ? await checkConsent(steps, consent, input) : null;
    await steps.transaction(({ tx }) => requirePerson(tx, { userId: input.user, customerId: input.id }));
    const consumeFactor = await verifyOwnFactor(steps, factors, toPurpose(input), input.factor);
    const token = generateToken();
    const expiresAt = await steps.transaction(async (ctx) => {
      await consumeFactor(ctx);
      if (consentId && !(await consumeConsent(ctx.tx, consentId))) throw new Refusal('consent_code_wrong');
      return createVisit(ctx, input, { token, consentId });
    });
    return { path: `/loginasstaff#${token}`, expiresAt: expiresAt.toISOString() };
  };

/** What the second factor of staff confirms. `checkConsent` verifies the customer’s consent code separately. */
function toPurpose(input: ConnectInput): StaffPurpose {
  const { id, user, basis, mode, ticket, reason, breakGlassReason, idempotency: requestIdempotency } = input;
  const connection = { id, user, basis, mode, ticket, reason, breakGlassReason };
  return { operation: 'ghost-connect.connect', ...connection, requestIdempotency };
}

function requireBasis(actor: StaffActor, { basis, mode, breakGlassReason }: ConnectInput): void {
  if (!mayConnect(actor, basis, mode)) throw new Refusal('access_denied', { reason: message('connect_not_in_role') });
  if (basis === 'break_glass' && breakGlassReason === undefined)
    throw missing('breakGlassReason', message('visit_reason_too_short'));
}

type Link = Readonly<{ token: string; consentId: string | null }>;

async function createVisit(ctx: StaffCtx, input: ConnectInput, { token, consentId }: Link): Promise<Date> {
  const { staffId, role, sessionId } = ctx.actor;
  const { id: customerId, user: userId, basis, mode, ticket, reason } = input;
  const breakGlassReason = basis === 'break_glass' ? (input.breakGlassReason ?? null) : null;
  const id = v7();
  const expiresAt = await insertVisit(ctx.tx, {
    id,
    customerId,
    userId,
    staffId,
    staffRole: role,
    staffSessionId: sessionId,
    basis,
    mode,
    consentId,
    ticket,
    reason,
    breakGlassReason,
    tokenHash: hashToken(token),
  });
  const detail = { visit: id, person: userId, basis, mode, ticket, reason, breakGlassReason };
  await audit(ctx, 'ghost_connect.link_issued', `customer:${customerId}`, detail);
  if (visitBasisRules[basis].alertsSupervisors) await alertSupervisors(ctx, id, input);
  return expiresAt;
}

async function alertSupervisors(ctx: StaffCtx, visitId: string, input: ConnectInput): Promise<void> {
  const { id, ticket } = input;
  const { staffId, name: staffName } = ctx.actor;
  const recipients = await selectSupervisors(ctx.tx, staffId);
  if (recipients.length === 0) throw new Refusal('access_denied', { reason: message('break_glass_unattended') });
  const memberCode = (await findCustomer(ctx.tx, id))?.memberCode ?? '';
  const at = ctx.now.toISOString();
  await emit(ctx, glassBroken, { visitId, recipients, staffName, memberCode, ticket, at });
}

/**
 * Opens a link once, in the browser whose staff session asked for it. Another visit of this staff person ends. Refuses
 * with `visit_link_invalid` in the same words whatever is wrong.
 */
export const openLink =
  (admitToRates: IssueRateAccess): Workflow<typeof contract.ghostConnect.open> =>
  async (steps, { token }) => {
    const { started, now } = await steps.transaction(async (publicCtx) => {
      const actor = await findStaffOfBrowser(publicCtx.tx, steps.caller);
      if (!actor) throw new Refusal('visit_link_invalid');
      const ctx: StaffCtx = { ...publicCtx, actor };
      for (const open of await lockOpenVisits(ctx.tx, actor.staffId)) await endVisit(ctx, open, 'replaced');
      const visit = await openVisit(ctx.tx, hashToken(token), actor.sessionId);
      const opened = visit && isStillAllowed(ctx, visit) ? await startVisit(ctx, steps.caller, visit) : undefined;
      if (!opened) throw new Refusal('visit_link_invalid');
      return { started: opened, now: ctx.now };
    });
    return answerVisit(steps, started, admitToRates(now));
  };

const isStillAllowed = ({ actor }: StaffCtx, { basis, mode, staffRole }: VisitRow): boolean =>
  actor.role === staffRole && mayConnect(actor, basis, mode);

async function startVisit(ctx: StaffCtx, caller: Parameters<typeof startVisitSession>[1], visit: VisitRow) {
  const { id, customerId, userId, ticket, mode, basis, reason, endsAt } = visit;
  if (!endsAt) return undefined;
  const { staffId, name: staffName } = ctx.actor;
  const ofSession = { id, staffId, staffName, mode, ticket, endsAt: endsAt.toISOString() };
  const detail = { visit: id, person: userId, basis, mode, ticket, reason };
  await audit(ctx, 'ghost_connect.opened', `customer:${customerId}`, detail);
  return startVisitSession(ctx.tx, caller, { userId, customerId, startedAt: ctx.now, visit: ofSession });
}
