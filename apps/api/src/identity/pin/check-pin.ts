import { message } from '@larkmere/messages/message';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerActor, CustomerCtx, WorkflowContext } from '../../platform/requests/verb.ts';
import { type Pepper, verifyPinHash } from './pepper.ts';
import { clearFailures, countAttempt, findPin, insertPinLog, type PinRow } from './pin.sql.ts';
import { maxFailures, pinLocked, type UseFactor } from './pin.ts';

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
