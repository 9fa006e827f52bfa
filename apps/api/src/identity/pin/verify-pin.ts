import { randomBytes } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Purpose } from '@larkmere/contract/purpose';
import { message } from '@larkmere/messages/message';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerActor, CustomerCtx, Verb, Workflow, WorkflowContext } from '../../platform/requests/verb.ts';
import { selectFactorReset } from '../session/session.ts';
import { type Pepper, verifyPinHash } from './pepper.ts';
import {
  clearFailures,
  countAttempt,
  countClientEntries,
  findPin,
  insertAuthorisation,
  insertPinLog,
  type PinRow,
} from './pin.sql.ts';
import { authorisationSeconds, maxFailures, pinLocked, purposeDigest } from './pin.ts';
import type { PinFactors, UseFactor } from './pin-proof.ts';
import { findCoolingRefusal } from './reset-cooldown.ts';

/**
 * Checks the PIN, and the second factor where the purpose needs one. With a purpose it returns a one-time authorisation
 * for exactly that operation. Refuses with `pin_missing`, `pin_wrong`, `pin_locked`, `pin_cooling` or
 * `second_factor_required`.
 */
export const verifyPin =
  (pepper: Pepper, factors: PinFactors): Workflow<typeof contract.pin.verify> =>
  async (steps, { pincode, purpose, factor }) => {
    const isFactorNeeded = await steps.transaction((ctx) => factors.require(ctx, purpose, factor));
    const verifyFactor = isFactorNeeded && purpose && factor ? () => factors.verify(steps, purpose, factor) : undefined;
    const answer = await checkPin(steps, pepper, { pin: pincode, action: 'verify', verifyFactor }, async (ctx, pin) => {
      if (!purpose) return { authorisation: null, expiresAt: null };
      // Returned and not thrown: the PIN was right, so clearing the count must commit.
      const resetAt = latest(pin.resetAt, await selectFactorReset(ctx.tx, ctx.actor.userId));
      return (await findCoolingRefusal(ctx, resetAt, purpose)) ?? issueAuthorisation(ctx, purpose);
    });
    if (answer instanceof Refusal) throw answer;
    return answer;
  };

const latest = (a: Date | null, b: Date | undefined): Date | null => (b && (a === null || b > a) ? b : a);

async function issueAuthorisation(
  ctx: CustomerCtx,
  purpose: Purpose,
): Promise<{ authorisation: string; expiresAt: string }> {
  const { userId, sessionId } = ctx.actor;
  const authorisation = randomBytes(32).toString('base64url');
  const expiresAt = await insertAuthorisation(
    ctx.tx,
    { token: authorisation, userId, sessionId, purpose: purposeDigest(purpose, ctx.actor) },
    authorisationSeconds,
  );
  return { authorisation, expiresAt: expiresAt.toISOString() };
}

type PinCheck = Readonly<{
  pin: string;
  action: string;
  /** Undefined where the PIN is enough. */
  verifyFactor?: (() => Promise<UseFactor | undefined>) | undefined;
}>;

/**
 * Checks the PIN and, where one is needed, the second factor: they count together, and the answer does not say which
 * was wrong. The attempt is counted first, so concurrent guesses cannot exceed the limit. Refuses with
 * `pin_missing`, `pin_wrong` (also if the PIN is changed meanwhile) or `pin_locked`. `then` runs in the transaction
 * that clears the count.
 */
export async function checkPin<T>(
  steps: WorkflowContext<CustomerActor>,
  pepper: Pepper,
  { pin, action, verifyFactor }: PinCheck,
  then: (ctx: CustomerCtx, row: PinRow) => Promise<T>,
): Promise<T> {
  const { userId } = steps.actor;
  const row = await steps.transaction((ctx) => reserveAttempt(ctx, action));
  if (!row) throw new Refusal('pin_locked');
  const isRight = await verifyPinHash(pepper, userId, pin, row.hash);
  const useFactor = verifyFactor ? await verifyFactor() : async () => true;
  if (isRight && useFactor) {
    const done = await steps.transaction(async (ctx) => {
      if (!(await useFactor(ctx))) return undefined;
      if (!(await clearFailures(ctx.tx, userId, row.hash))) throw new Refusal('pin_wrong');
      await recordPinAttempt(ctx, action, 'success');
      return { answer: await then(ctx, row) };
    });
    if (done) return done.answer;
  }
  const left = maxFailures - row.failures;
  await steps.transaction(async (ctx) => {
    await recordPinAttempt(ctx, action, left === 0 ? 'locked' : 'fail');
    if (left > 0) return;
    await audit(ctx, 'pin.locked', `person:${userId}`);
    await emit(ctx, pinLocked, { userId, at: ctx.now.toISOString() });
  });
  if (left === 0) throw new Refusal('pin_locked', { data: { attemptsLeft: 0 } });
  const text = verifyFactor ? 'pin_or_factor_wrong_tries_left' : 'pin_wrong_tries_left';
  throw new Refusal('pin_wrong', {
    reason: message(text, { left }),
    data: { attemptsLeft: left },
  });
}

async function reserveAttempt(ctx: CustomerCtx, action: string): Promise<PinRow | undefined> {
  const { userId } = ctx.actor;
  if (!(await findPin(ctx.tx, userId))) throw new Refusal('pin_missing');
  const row = await countAttempt(ctx.tx, userId, maxFailures);
  if (!row) await recordPinAttempt(ctx, action, 'locked');
  return row;
}

export const recordPinAttempt = (ctx: CustomerCtx, action: string, result: string): Promise<void> =>
  insertPinLog(ctx.tx, {
    userId: ctx.actor.userId,
    source: 'server',
    action,
    result,
    sessionId: ctx.actor.sessionId,
    ip: ctx.actor.ip,
  });

const maxEntries = 60n;

/**
 * Records what the browser reports, marked as such: entries of the server are written by the server only. Refuses with
 * `rate_limited`.
 */
export const recordClientPinLog: Verb<typeof contract.pin.log> = async ({ tx, actor }, { action, result }) => {
  if ((await countClientEntries(tx, actor.userId)) >= maxEntries) throw new Refusal('rate_limited');
  await insertPinLog(tx, {
    userId: actor.userId,
    source: 'client',
    action,
    result,
    sessionId: actor.sessionId,
    ip: actor.ip,
  });
  return null;
};
