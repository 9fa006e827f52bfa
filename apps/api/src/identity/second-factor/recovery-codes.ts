import { createHmac, randomInt } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Tx } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { describeDevice } from '../device/device.ts';
import { requirePinAuthorisation } from '../pin/pin.ts';
import { type FactorSettings, recoveryCodesReplaced } from './factor-settings.ts';
import { findMethods, lockFactors, replaceRecoveryCodes } from './second-factor.sql.ts';

const count = 10;
const half = 5;
/** Without 0, 1, I and O, which look alike on paper. */
const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const randomText = (): string => Array.from({ length: half }, () => characters[randomInt(characters.length)]).join('');

/** The hash is keyed: who reads the table cannot try all codes. */
export const hashRecoveryCode = (key: Buffer, userId: string, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`${userId}:${code.toUpperCase().replace('-', '')}`)
    .digest();

/** Ten new codes in place of all old ones. They are not stored, so only the caller can show them. */
export async function createRecoveryCodes(tx: Tx, key: Buffer, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, () => `${randomText()}-${randomText()}`);
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(key, userId, code)),
  );
  return codes;
}

/**
 * Not idempotent: a stored reply would store the codes. Refuses with `second_factor_missing` or `authorisation_invalid`.
 */
export const makeRecoveryCodes =
  ({ recoveryKey }: FactorSettings): Workflow<typeof contract.secondFactor.makeRecoveryCodes> =>
  async ({ actor: { userId }, caller, transaction }, { authorisation, idempotency }) =>
    transaction(async (ctx) => {
      await lockFactors(ctx.tx, userId);
      if ((await findMethods(ctx.tx, userId)).length === 0) throw new Refusal('second_factor_missing');
      await requirePinAuthorisation(ctx, authorisation, {
        operation: 'second-factor.make-recovery-codes',
        paymentIdempotency: idempotency,
      });
      const codes = await createRecoveryCodes(ctx.tx, recoveryKey, userId);
      await audit(ctx, 'second_factor.recovery_codes_made', `person:${userId}`);
      await emit(ctx, recoveryCodesReplaced, {
        userId,
        at: ctx.now.toISOString(),
        device: describeDevice(caller.userAgent),
      });
      return { codes };
    });
