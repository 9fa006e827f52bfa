import { createHash } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, StaffActor, StaffCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { createPasskeyOptions } from '../../platform/security/passkey.ts';
import { verifyNewPasskey } from '../../platform/security/passkey-proof.ts';
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  selectPasskeys,
  updatePasskeyName,
} from '../../platform/security/passkey-store.ts';
import { toPasskeyView } from '../../platform/security/passkey-view.ts';
import { recordFactorChange } from './factor-events.ts';
import type { StaffFactorSettings } from './factor-settings.ts';
import { lockMember, type MemberRow, updateMember } from './member-change.sql.ts';
import { staffNotSignedIn } from './not-signed-in.ts';
import { endEnrolments } from './staff.sql.ts';
import { isEnrolling, staffPasskeyOwner } from './staff-factor.sql.ts';
import { verifyOwnFactor } from './verify-own-factor.ts';

const maxPasskeys = 10;
const purposeHash = createHash('sha256').update('larkmere staff add-passkey').digest();

/** A stored reply would outlive the factor that it needs, so it is a workflow. Refuses as its endpoint lists. */
export const beginStaffPasskey =
  (settings: StaffFactorSettings): Workflow<typeof contract.staffFactor.beginPasskey> =>
  async (steps, { factor, idempotency }) => {
    const { sessionId, staffId, name } = steps.actor;
    const isFirst = await steps.transaction(({ tx }) => isEnrolling(tx, sessionId));
    if (!isFirst && !factor) throw factorMissing();
    const purpose = {
      operation: 'staff-factor.add',
      method: 'passkey',
      requestIdempotency: idempotency,
    } as const;
    const consume = factor && !isFirst ? await verifyOwnFactor(steps, settings, purpose, factor) : undefined;
    return steps.transaction(async (ctx) => {
      const { username } = await lockForNewPasskey(ctx);
      await consume?.(ctx);
      const owner = staffPasskeyOwner(staffId);
      const known = await selectPasskeys(ctx.tx, owner);
      const options = await createPasskeyOptions(settings, { id: staffId, username, name, known });
      const binding = { owner, sessionId, loginAttemptId: null, purposeHash };
      const expiresAt = await insertChallenge(ctx.tx, options.challenge, binding);
      return { options, expiresAt: expiresAt.toISOString() };
    });
  };

const factorMissing = (): Refusal =>
  new Refusal('validation_failed', {
    errors: [{ field: 'factor', code: 'required', reason: message('staff_factor_missing') }],
  });

/** The first passkey ends the enrolment. Refuses as its endpoint lists. */
export const addStaffPasskey =
  (settings: StaffFactorSettings): Workflow<typeof contract.staffFactor.addPasskey> =>
  async (steps, { name, attestation }) => {
    const { staffId, sessionId } = steps.actor;
    const owner = staffPasskeyOwner(staffId);
    const binding = { owner, sessionId, loginAttemptId: null, purposeHash };
    const credential = await verifyNewPasskey(steps, settings, binding, attestation);
    if (!credential) throw new Refusal('passkey_refused');
    return steps.transaction(async (ctx) => {
      const { isFirst } = await lockForNewPasskey(ctx);
      const uid = v7();
      if (!(await insertPasskey(ctx.tx, owner, { id: uid, name, ...credential }))) throw new Refusal('passkey_exists');
      if (isFirst) {
        // A secret that was shown and never confirmed must not become a second way in.
        await updateMember(ctx.tx, staffId, { totpSecret: null });
        await endEnrolments(ctx.tx, staffId);
      }
      const { userAgent } = steps.caller;
      await recordFactorChange(ctx, { memberId: staffId, change: 'passkey_added', userAgent }, { id: uid });
      return { uid };
    });
  };

/** Serialises changes of the factors of one member. Refuses for an account that was stopped meanwhile. */
export async function lockOwnAccount({ tx, actor }: Pick<Ctx<StaffActor>, 'tx' | 'actor'>): Promise<MemberRow> {
  const member = await lockMember(tx, actor.staffId);
  if (member?.status !== 'active') throw staffNotSignedIn();
  return member;
}

async function lockForNewPasskey(ctx: StaffCtx): Promise<{ username: string; isFirst: boolean }> {
  const { username, totpConfirmedAt: confirmedAt } = await lockOwnAccount(ctx);
  const { length } = await selectPasskeys(ctx.tx, staffPasskeyOwner(ctx.actor.staffId));
  const isFirst = await isEnrolling(ctx.tx, ctx.actor.sessionId);
  if (isFirst && (confirmedAt !== null || length > 0)) throw new Refusal('enrolment_closed');
  if (length >= maxPasskeys) throw new Refusal('too_many_passkeys');
  return { username, isFirst };
}

/** Refuses with `not_found`. */
export const renameStaffPasskey: Verb<typeof contract.staffFactor.renamePasskey> = async (ctx, { uid: id, name }) => {
  const renamed = await updatePasskeyName(ctx.tx, staffPasskeyOwner(ctx.actor.staffId), { id, name });
  if (!renamed) throw new Refusal('not_found');
  return toPasskeyView(renamed);
};

/** Refuses with `not_found`, `last_factor`, `staff_factor_wrong` or `login_locked`. */
export const removeStaffPasskey =
  (settings: StaffFactorSettings): Workflow<typeof contract.staffFactor.removePasskey> =>
  async (steps, { uid, factor, idempotency }) => {
    const { staffId } = steps.actor;
    const owner = staffPasskeyOwner(staffId);
    const purpose = { operation: 'staff-factor.remove', uid, requestIdempotency: idempotency } as const;
    const consume = await verifyOwnFactor(steps, settings, purpose, factor);
    return steps.transaction(async (ctx) => {
      const { totpConfirmedAt: confirmedAt } = await lockOwnAccount(ctx);
      // Before the removal, because a passkey may confirm its own.
      await consume(ctx);
      const { length } = await selectPasskeys(ctx.tx, owner);
      if (!(await deletePasskey(ctx.tx, owner, uid))) throw new Refusal('not_found');
      if (length === 1 && confirmedAt === null) throw new Refusal('last_factor');
      const { userAgent } = steps.caller;
      await recordFactorChange(ctx, { memberId: staffId, change: 'passkey_removed', userAgent }, { id: uid });
      return null;
    });
  };
