import { createHash } from 'node:crypto';
import type { StaffFactorMethod } from '@larkmere/contract/back-office/staff';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { admitConfirmation } from '../../identity/session/session.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, StaffActor, StaffCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { decrypt, encrypt } from '../../platform/security/encryption.ts';
import { createAssertionOptions, createPasskeyOptions } from '../../platform/security/passkey.ts';
import { verifyNewPasskey } from '../../platform/security/passkey-proof.ts';
import {
  countOpenChallenges,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  selectPasskeys,
  toPasskeyView,
  updatePasskeyName,
} from '../../platform/security/passkey-store.ts';
import { buildEnrolmentUri, generateTotpSecret, verifyTotpCode } from '../../platform/security/totp.ts';
import { lockMember, type MemberRow, updateMember } from './member-change.sql.ts';
import { claimSecretDisplay, endEnrolments, findMemberById, type StaffMember } from './staff.sql.ts';
import {
  beginNextAuthenticator,
  findNextSecret,
  isEnrolling,
  staffPasskeyOwner,
  switchAuthenticator,
} from './staff-factor.sql.ts';
import { recordFactorChange, type StaffFactorSettings, staffPurposeDigest, verifyOwnFactor } from './staff-factor.ts';
import { staffNotSignedIn } from './staff-session.ts';

const maxPasskeys = 10;
const addPasskeyPurpose = createHash('sha256').update('larkmere staff add-passkey').digest();

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
      const binding = { owner, sessionId, loginAttemptId: null, purposeHash: addPasskeyPurpose };
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
    const binding = { owner, sessionId, loginAttemptId: null, purposeHash: addPasskeyPurpose };
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

/** Not idempotent: a stored reply would store the secret. Refuses with `staff_factor_wrong` or `login_locked`. */
export const beginStaffAuthenticator =
  (settings: StaffFactorSettings): Workflow<typeof contract.staffFactor.beginTotp> =>
  async (steps, { factor, idempotency }) => {
    const { staffId } = steps.actor;
    const purpose = { operation: 'staff-factor.add', method: 'totp', requestIdempotency: idempotency } as const;
    const consume = await verifyOwnFactor(steps, settings, purpose, factor);
    const secret = generateTotpSecret();
    return steps.transaction(async (ctx) => {
      const { username } = await lockOwnAccount(ctx);
      await consume(ctx);
      await beginNextAuthenticator(ctx.tx, staffId, encrypt(settings.encryptionKey, staffId, secret));
      return { uri: buildEnrolmentUri({ issuer: staffIssuer, username, secret }), secret };
    });
  };

/** Refuses with `authenticator_code_wrong`, also if the secret was shown too long ago, or `login_locked`. */
export const confirmStaffAuthenticator =
  (settings: StaffFactorSettings): Workflow<typeof contract.staffFactor.confirmTotp> =>
  async (steps, { code }) => {
    const { staffId: memberId } = steps.actor;
    const { resetFailures, reportFailure } = await admitConfirmation(steps, { realm: 'staff', id: memberId });
    const { sealed, now } = await steps.transaction(async (ctx) => ({
      sealed: await findNextSecret(ctx.tx, memberId),
      now: ctx.now,
    }));
    const step = sealed && (await verifyTotpCode(decrypt(settings.encryptionKey, memberId, sealed), code, now));
    if (!sealed || step === undefined) {
      await reportFailure();
      throw new Refusal('authenticator_code_wrong');
    }
    return steps.transaction(async (ctx) => {
      const { totpConfirmedAt: confirmedAt } = await lockOwnAccount(ctx);
      if (!(await switchAuthenticator(ctx.tx, { memberId, encryptedSecret: sealed, step })))
        throw new Refusal('authenticator_code_wrong');
      await resetFailures(ctx.tx);
      const { userAgent } = steps.caller;
      const detail = { replaced: confirmedAt !== null };
      await recordFactorChange(ctx, { memberId, change: 'authenticator_set_up', userAgent }, detail);
      return null;
    });
  };

const maxOpenChallenges = 30;

/** Refuses with `rate_limited`. */
export const beginStaffChallenge =
  (settings: StaffFactorSettings): Verb<typeof contract.staffFactor.beginChallenge> =>
  async ({ tx, actor: { staffId, sessionId } }, { purpose }) => {
    const owner = staffPasskeyOwner(staffId);
    const methods = methodsOf(await findMemberById(tx, staffId));
    if (!methods.includes('passkey')) return { methods, passkey: null };
    if ((await countOpenChallenges(tx, owner)) >= maxOpenChallenges) throw new Refusal('rate_limited');
    const options = await createAssertionOptions(settings, await selectPasskeys(tx, owner));
    const purposeHash = staffPurposeDigest(purpose, staffId);
    await insertChallenge(tx, options.challenge, { owner, sessionId, loginAttemptId: null, purposeHash });
    return { methods, passkey: options };
  };

const staffIssuer = 'Larkmere Staff';

export const showEnrolmentQrCode =
  (key: Buffer): Verb<typeof contract.staff.qrcode> =>
  async (ctx) => {
    const member = await claimSecretDisplay(ctx.tx, ctx.actor.sessionId);
    if (!member?.totpSecret) throw new Refusal('enrolment_closed');
    await audit(ctx, 'staff.totp_displayed', `staff:${member.memberId}`);
    const secret = decrypt(key, member.memberId, member.totpSecret);
    return { uri: buildEnrolmentUri({ issuer: staffIssuer, username: member.username, secret }), secret };
  };

export const listOwnFactors: Verb<typeof contract.staffFactor.list> = async ({ tx, actor: { staffId } }) => {
  const member = await findMemberById(tx, staffId);
  const passkeys = await selectPasskeys(tx, staffPasskeyOwner(staffId));
  return {
    passkeys: passkeys.map(toPasskeyView),
    authenticator: member?.totpConfirmedAt ? { addedAt: member.totpConfirmedAt.toISOString() } : null,
    methods: methodsOf(member),
  };
};

/** Empty until the first second factor is set up. */
export function methodsOf(member: StaffMember | undefined): StaffFactorMethod[] {
  const methods = { passkey: member?.hasPasskey === true, totp: member?.totpConfirmedAt instanceof Date };
  return (['passkey', 'totp'] as const).filter((method) => methods[method]);
}
