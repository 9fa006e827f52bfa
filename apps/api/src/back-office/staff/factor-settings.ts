import { describeDevice } from '../../identity/device/device.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { deriveEncryptionKey } from '../../platform/security/encryption.ts';
import { createPasskeySite, type PasskeySite } from '../../platform/security/passkey.ts';

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
