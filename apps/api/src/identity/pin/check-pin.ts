import { message } from '@larkmere/messages/message';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerActor, CustomerCtx, WorkflowContext } from '../../platform/requests/verb.ts';
import { type Pepper, verifyPinHash } from './pepper.ts';
import { clearFailures, countAttempt, findPin, insertPinLog, type PinRow } from './pin.sql.ts';
import { maxFailures, pinLocked } from './pin.ts';

/**
 * Checks the PIN. The attempt is counted first, so concurrent guesses cannot exceed the limit. Refuses with
 * `pin_missing`, `pin_wrong` (also if the PIN is changed meanwhile) or `pin_locked`. `then` runs in the transaction
 * that clears the count.
 */
export async function checkPin<T>(
  steps: WorkflowContext<CustomerActor>,
  pepper: Pepper,
  pin: string,
  action: string,
  then: (ctx: CustomerCtx, row: PinRow) => Promise<T>,
): Promise<T> {
  const { userId } = steps.actor;
  const row = await steps.transaction((ctx) => reserveAttempt(ctx, action));
  if (!row) throw new Refusal('pin_locked');
  if (await verifyPinHash(pepper, userId, pin, row.hash)) {
    return steps.transaction(async (ctx) => {
      if (!(await clearFailures(ctx.tx, userId, row.hash))) throw new Refusal('pin_wrong');
      await recordPinAttempt(ctx, action, 'success');
      return then(ctx, row);
    });
  }
  const left = maxFailures - row.failures;
  await steps.transaction(async (ctx) => {
    await recordPinAttempt(ctx, action, left === 0 ? 'locked' : 'fail');
    if (left > 0) return;
    await audit(ctx, 'pin.locked', `person:${userId}`);
    await emit(ctx, pinLocked, { userId, at: ctx.now.toISOString() });
  });
  if (left === 0) throw new Refusal('pin_locked', { data: { attemptsLeft: 0 } });
  throw new Refusal('pin_wrong', {
    reason: message('pin_wrong_tries_left', { left }),
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
