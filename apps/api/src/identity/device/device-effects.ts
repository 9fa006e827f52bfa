import type { Purpose } from '@larkmere/contract/purpose';
import type { Tx } from '../../platform/db/db.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';

/** What sessions, passwords and PINs do for devices. Their modules know devices, so app.ts passes this in. */
export type DeviceEffects = Readonly<{
  sessionLimits: Readonly<{ idleSeconds: number; absoluteSeconds: number }>;
  endDeviceSessions: (tx: Tx, deviceId: string, because: string) => Promise<void>;
  endOtherSessions: (ctx: CustomerCtx, because: string) => Promise<void>;
  requirePasswordReset: (tx: Tx, userId: string) => Promise<unknown>;
  voidAuthorisations: (tx: Tx, userId: string) => Promise<void>;
  requirePinAuthorisation: (ctx: CustomerCtx, authorisation: string, purpose: Purpose) => Promise<void>;
}>;
