import { describeDevice } from '../../identity/device/device.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';

export type StaffFactorChange = 'passkey_added' | 'passkey_removed' | 'authenticator_set_up';

export const staffFactorChanged = defineEvent<StaffFactorChanged>('staff.factor_changed');
export type StaffFactorChanged = Readonly<{ memberId: string; change: StaffFactorChange; at: string; device: string }>;

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
