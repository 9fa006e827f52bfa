import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { describeDevice } from '../device/device.ts';
import { type FactorKind, factorAdded } from './factor-events.ts';
import type { FactorSettings } from './factor-settings.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { countRecoveryCodes } from './second-factor.sql.ts';

type AddedFactor = Readonly<{ id: string; kind: FactorKind; userAgent: string }>;

/** Tells the owner. A person without recovery codes gets them now. */
export async function recordAddedFactor(
  ctx: CustomerCtx,
  { recoveryKey }: FactorSettings,
  { id, kind, userAgent }: AddedFactor,
): Promise<{ uid: string; recoveryCodes: string[] | null }> {
  const { userId } = ctx.actor;
  const { total } = await countRecoveryCodes(ctx.tx, userId);
  const recoveryCodes = total === 0 ? await createRecoveryCodes(ctx.tx, recoveryKey, userId) : null;
  await audit(ctx, 'second_factor.added', `person:${userId}`, { id, kind });
  await emit(ctx, factorAdded, { userId, at: ctx.now.toISOString(), device: describeDevice(userAgent) });
  return { uid: id, recoveryCodes };
}
