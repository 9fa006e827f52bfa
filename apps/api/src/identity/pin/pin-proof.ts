import type { FactorMethod, SecondFactorProof } from '@larkmere/contract/identity/second-factor';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerActor, CustomerCtx, WorkflowContext } from '../../platform/requests/verb.ts';
import { findProofChannel } from '../channel/channel.ts';
import { admitPinProof, findResetChannel } from '../session/session.ts';
import type { Pepper } from './pepper.ts';
import type { PinFactors, UseFactor } from './pin.ts';
import { checkPinCode, consumePinCode } from './pin-code.ts';

type Kind = 'none' | 'factor' | 'code';
export type RequiredProof = Readonly<{ kind: Kind; methods: readonly FactorMethod[] }>;

/**
 * What a new PIN takes besides the password, which a thief or a member of staff may have got reset: a second factor of a
 * person who has one, or a code, unless the device is trusted. A reset of the password ends that trust.
 */
export async function findRequiredProof(
  ctx: Pick<CustomerCtx, 'tx' | 'actor'>,
  factors: PinFactors,
): Promise<RequiredProof> {
  if (ctx.actor.isDeviceTrusted) return { kind: 'none', methods: [] };
  const methods = await factors.findMethods(ctx);
  return { kind: methods.length > 0 ? 'factor' : 'code', methods };
}

/** The first PIN takes no proof of a person whose password was never reset. */
export const isFirstPinFree = async (tx: Tx, userId: string): Promise<boolean> =>
  (await findResetChannel(tx, userId)) === undefined;

type Proof = Readonly<{
  factor?: SecondFactorProof | undefined;
  code?: string | undefined;
  idempotency: string;
}>;

/**
 * Checks the proof. Refuses with `second_factor_required`, `pin_code_required`, `pin_proof_wrong` or `login_locked`.
 * Returns what uses the proof up, in the transaction of the new PIN.
 */
export async function verifyPinProof(
  steps: WorkflowContext<CustomerActor>,
  pepper: Pepper,
  factors: PinFactors,
  proof: Proof,
): Promise<UseFactor> {
  const { kind } = await steps.transaction((ctx) => findRequiredProof(ctx, factors));
  if (kind === 'none') return async () => true;
  return kind === 'factor' ? verifyFactor(steps, factors, proof) : verifyCode(steps, pepper, proof.code);
}

async function verifyFactor(
  steps: WorkflowContext<CustomerActor>,
  factors: PinFactors,
  { factor, idempotency }: Proof,
): Promise<UseFactor> {
  const purpose = { operation: 'pin.set', paymentIdempotency: idempotency } as const;
  await steps.transaction((ctx) => factors.require(ctx, purpose, factor));
  const { resetFailures } = await admitPinProof(steps);
  const use = factor && (await factors.verify(steps, purpose, factor));
  if (!use) throw new Refusal('pin_proof_wrong');
  return async (ctx) => {
    await resetFailures(ctx.tx);
    return use(ctx);
  };
}

async function verifyCode(
  steps: WorkflowContext<CustomerActor>,
  pepper: Pepper,
  code: string | undefined,
): Promise<UseFactor> {
  if (code === undefined) {
    const target = await steps.transaction(({ tx, actor }) => findProofChannel(tx, actor.userId));
    if (!target) throw new Refusal('channel_unavailable');
    throw new Refusal('pin_code_required');
  }
  const { resetFailures } = await admitPinProof(steps);
  const codeId = await steps.transaction((ctx) => checkPinCode(ctx, pepper, code));
  if (codeId === undefined) throw new Refusal('pin_proof_wrong');
  return async (ctx) => {
    await resetFailures(ctx.tx);
    return consumePinCode(ctx, codeId);
  };
}
