import { createHash } from 'node:crypto';
import type { StaffFactorProof } from '@larkmere/contract/back-office/staff';
import type { StaffPurpose } from '@larkmere/contract/back-office/staff-factor';
import { describeDevice } from '../../identity/device/device.ts';
import { admitConfirmation } from '../../identity/session/session.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Actor, Ctx, StaffActor, WorkflowContext } from '../../platform/requests/verb.ts';
import { decrypt, deriveEncryptionKey } from '../../platform/security/encryption.ts';
import { createPasskeySite, type PasskeySite } from '../../platform/security/passkey.ts';
import { type ConsumeFactor, verifyPasskey } from '../../platform/security/passkey-proof.ts';
import type { ChallengeBinding } from '../../platform/security/passkey-store.ts';
import { verifyTotpCode } from '../../platform/security/totp.ts';
import { consumeTotpStep, findMemberById } from './staff.sql.ts';
import { staffPasskeyOwner } from './staff-factor.sql.ts';

/** `encryptionKey` is that of the secrets of authenticator apps. */
export type StaffFactorSettings = PasskeySite & Readonly<{ encryptionKey: Buffer }>;

export const createStaffFactorSettings = (site: string, pepper: string): StaffFactorSettings => ({
  ...createPasskeySite(site),
  encryptionKey: deriveEncryptionKey(pepper, 'staff'),
});

type StaffFactorChange = 'passkey_added' | 'passkey_removed' | 'authenticator_set_up';

export const staffFactorChanged = defineEvent<StaffFactorChanged>('staff.factor_changed');
type StaffFactorChanged = Readonly<{ memberId: string; change: StaffFactorChange; at: string; device: string }>;

type Change = Readonly<{ memberId: string; change: StaffFactorChange; userAgent: string }>;

/** Also tells the member by e-mail. */
export async function recordFactorChange(ctx: Ctx, change: Change, detail: object): Promise<void> {
  await audit(ctx, `staff.${change.change}`, `staff:${change.memberId}`, { ...detail });
  await notifyFactorChange(ctx, change);
}

/** Tells the member by e-mail. */
export async function notifyFactorChange(ctx: Ctx, { memberId, change, userAgent }: Change): Promise<void> {
  await emit(ctx, staffFactorChanged, {
    memberId,
    change,
    at: ctx.now.toISOString(),
    device: describeDevice(userAgent),
  });
}

/** Undefined for a wrong factor. A challenge is used up by any answer, a code only by what it confirms. */
export async function verifyStaffFactor<A extends Actor>(
  steps: WorkflowContext<A>,
  settings: StaffFactorSettings,
  binding: ChallengeBinding,
  proof: StaffFactorProof,
): Promise<ConsumeFactor | undefined> {
  if (proof.method === 'passkey') return verifyPasskey(steps, settings, binding, proof.assertion);
  const { id: memberId } = binding.owner;
  const { member, now } = await steps.transaction(async (ctx) => ({
    member: await findMemberById(ctx.tx, memberId),
    now: ctx.now,
  }));
  if (!member?.totpConfirmedAt || !member.totpSecret) return undefined;
  const { totpSecret: encryptedSecret } = member;
  const step = await verifyTotpCode(decrypt(settings.encryptionKey, memberId, encryptedSecret), proof.code, now);
  if (step === undefined) return undefined;
  return async ({ tx }) => (await consumeTotpStep(tx, { memberId, encryptedSecret, step })) !== undefined;
}

/** One digest over the whole operation: a changed field invalidates the answer of the passkey. */
export function staffPurposeDigest(purpose: StaffPurpose, staffId: string): Buffer {
  // As JSON has it: without what is undefined.
  const fields = JSON.parse(JSON.stringify(purpose)) as StaffPurpose;
  const parts = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(['staff', staffId, parts]))
    .digest();
}

const staffFactorWrong = (): Refusal => new Refusal('staff_factor_wrong');

/**
 * Verifies a second factor that a signed-in member of staff gives again for one operation. Returns what uses it up, in
 * the transaction of the operation; it refuses a factor that was used meanwhile. Refuses with `staff_factor_wrong`,
 * which counts as a failed login, and `login_locked`.
 */
export async function verifyOwnFactor(
  steps: WorkflowContext<StaffActor>,
  settings: StaffFactorSettings,
  purpose: StaffPurpose,
  factor: StaffFactorProof,
): Promise<(ctx: Ctx) => Promise<void>> {
  const { staffId, sessionId } = steps.actor;
  const { resetFailures, reportFailure } = await admitConfirmation(steps, { realm: 'staff', id: staffId });
  const owner = staffPasskeyOwner(staffId);
  const binding = { owner, sessionId, loginAttemptId: null, purposeHash: staffPurposeDigest(purpose, staffId) };
  const consume = await verifyStaffFactor(steps, settings, binding, factor);
  if (!consume) {
    await reportFailure();
    throw staffFactorWrong();
  }
  return async (ctx) => {
    if (!(await consume(ctx))) throw staffFactorWrong();
    await resetFailures(ctx.tx);
  };
}
