import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Channel } from '@larkmere/contract/identity/channel';
import type { FactorMethod, SecondFactorProof } from '@larkmere/contract/identity/second-factor';
import type { Purpose } from '@larkmere/contract/purpose';
import type { Tx } from '../../platform/db/db.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerActor, CustomerCtx, Verb, WorkflowContext } from '../../platform/requests/verb.ts';
import { findProofChannel } from '../channel/channel.ts';
import { admitPinProof, findResetChannel } from '../session/session.ts';
import type { Pepper } from './pepper.ts';
import { countCodes, countWrongCode, insertCode, lockOpenCode, useCode } from './pin.sql.ts';

type Kind = 'none' | 'factor' | 'code';
type RequiredProof = Readonly<{ kind: Kind; methods: readonly FactorMethod[] }>;

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

export const pinCodeRequested = defineEvent<PinCodeRequested>('pin.code_requested');
type PinCodeRequested = Readonly<{ codeId: string; userId: string; channel: Channel; expiresAt: string }>;

const maxCodesPerHour = 5;

export const derivePinCodeKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere codes for a new PIN', 32));

/** Neither the database nor the outbox holds the code: the message derives it again. */
export const derivePinCode = (key: Buffer, codeId: string): string =>
  String(createHmac('sha256', key).update(codeId).digest().readUInt32BE(0) % 1_000_000).padStart(6, '0');

/** Six digits are few, so their hash is keyed: who reads the table cannot try them all. */
const hashCode = (key: Buffer, codeId: string, code: string): Buffer =>
  createHmac('sha256', key).update(`hash:${codeId}:${code}`).digest();

/** Refuses with `channel_unavailable` or `too_many_codes`. */
export const sendPinCode =
  (pepper: Pepper): Verb<typeof contract.pin.sendCode> =>
  async (ctx) => {
    const { userId } = ctx.actor;
    const key = derivePinCodeKey(pepper.key);
    const target = await findProofChannel(ctx.tx, userId);
    if (!target) throw new Refusal('channel_unavailable');
    if ((await countCodes(ctx.tx, userId)) >= maxCodesPerHour) throw new Refusal('too_many_codes');
    const { channel, shown: sentTo } = target;
    const id = randomUUID();
    const codeHash = hashCode(key, id, derivePinCode(key, id));
    const expiresAt = (await insertCode(ctx.tx, { id, userId, channel, codeHash })).toISOString();
    await audit(ctx, 'pin.code_requested', `person:${userId}`, { channel });
    await emit(ctx, pinCodeRequested, { codeId: id, userId, channel, expiresAt });
    return { channel, sentTo, expiresAt };
  };

/** Whether the code is right; a wrong one counts. A right one is used up by `consumePinCode`. */
async function checkPinCode(ctx: CustomerCtx, pepper: Pepper, code: string): Promise<string | undefined> {
  const open = await lockOpenCode(ctx.tx, ctx.actor.userId);
  // A code is worth nothing once it would no longer go to where this one went.
  const target = await findProofChannel(ctx.tx, ctx.actor.userId);
  if (!open || open.channel !== target?.channel) return undefined;
  const isRight = timingSafeEqual(hashCode(derivePinCodeKey(pepper.key), open.id, code), open.codeHash);
  if (isRight) return open.id;
  await countWrongCode(ctx.tx, open.id);
  return undefined;
}

/** False if the code was used or ended meanwhile. */
const consumePinCode = (ctx: CustomerCtx, codeId: string): Promise<boolean> => useCode(ctx.tx, codeId);

/** What the check of the PIN asks of second factors, whose module knows PINs: app.ts passes it in. */
export type PinFactors = Readonly<{
  /** Those that a new PIN can be set with. */
  findMethods: (ctx: Pick<CustomerCtx, 'tx' | 'actor'>) => Promise<readonly FactorMethod[]>;
  /**
   * Whether the factor counts besides the PIN. Refuses with `second_factor_required` if one is needed and missing; this
   * comes before the PIN is looked at, so it says nothing about the PIN.
   */
  require: (ctx: CustomerCtx, purpose: Purpose | undefined, factor: SecondFactorProof | undefined) => Promise<boolean>;
  /** Undefined for a wrong factor; otherwise what uses it up, in the transaction of the authorisation. */
  verify: (
    steps: WorkflowContext<CustomerActor>,
    purpose: Purpose,
    factor: SecondFactorProof,
  ) => Promise<UseFactor | undefined>;
}>;
export type UseFactor = (ctx: CustomerCtx) => Promise<boolean>;
