import type { SecondFactorProof } from '@larkmere/contract/identity/second-factor';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Actor, Ctx, WorkflowContext } from '../../platform/requests/verb.ts';
import { decrypt } from '../../platform/security/encryption.ts';
import { verifyPasskey } from '../../platform/security/passkey-proof.ts';
import type { ChallengeBinding } from '../../platform/security/passkey-store.ts';
import { verifyTotpCode } from '../../platform/security/totp.ts';
import { describeDevice } from '../device/device.ts';
import { type FactorSettings, recoveryCodeUsed } from './factor-settings.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { consumeRecoveryCode, consumeTotpStep, findAuthenticator, hasRecoveryCode } from './second-factor.sql.ts';

/** Uses a right factor up, in the transaction of what it confirms. False if it was used meanwhile. */
export type ConsumeFactor = (ctx: Ctx) => Promise<boolean>;

/** Undefined for a wrong factor. A challenge is used up by any answer, a code only by what it confirms. */
export async function verifyFactor<A extends Actor>(
  steps: WorkflowContext<A>,
  settings: FactorSettings,
  binding: ChallengeBinding,
  proof: SecondFactorProof,
): Promise<ConsumeFactor | undefined> {
  const consume = await verifyProof(steps, settings, binding, proof);
  return (
    consume &&
    (async (ctx) => {
      if (!(await consume(ctx))) return false;
      await settings.onFactorUsed(ctx, binding.owner.id);
      return true;
    })
  );
}

async function verifyProof<A extends Actor>(
  steps: WorkflowContext<A>,
  settings: FactorSettings,
  binding: ChallengeBinding,
  proof: SecondFactorProof,
): Promise<ConsumeFactor | undefined> {
  if (proof.method === 'passkey') return verifyPasskey(steps, settings, binding, proof.assertion);
  const { id: userId } = binding.owner;
  if (proof.method === 'totp') return verifyTotp(steps, settings, userId, proof.code);
  const hash = hashRecoveryCode(settings.recoveryKey, userId, proof.code);
  if (!(await steps.transaction(({ tx }) => hasRecoveryCode(tx, userId, hash)))) return undefined;
  const device = describeDevice(steps.caller.userAgent);
  return async (ctx) => {
    if (!(await consumeRecoveryCode(ctx.tx, userId, hash))) return false;
    await audit(ctx, 'second_factor.recovery_code_used', `person:${userId}`);
    await emit(ctx, recoveryCodeUsed, { userId, at: ctx.now.toISOString(), device });
    return true;
  };
}

async function verifyTotp<A extends Actor>(
  steps: WorkflowContext<A>,
  { encryptionKey }: FactorSettings,
  userId: string,
  code: string,
): Promise<ConsumeFactor | undefined> {
  const { found, now } = await steps.transaction(async (ctx) => ({
    found: await findAuthenticator(ctx.tx, userId),
    now: ctx.now,
  }));
  if (!found?.confirmedAt) return undefined;
  const { secret } = found;
  const step = await verifyTotpCode(decrypt(encryptionKey, userId, secret), code, now);
  if (step === undefined) return undefined;
  return ({ tx }) => consumeTotpStep(tx, { userId, secret, step, isEnrolment: false });
}
