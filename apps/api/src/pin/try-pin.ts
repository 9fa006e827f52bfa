import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerActor, CustomerCtx, Steps } from '../kernel/verb.ts';
import { isPin, type Pepper } from './pepper.ts';
import { clearFailures, findPin, type PinRow, reserveTry, writeLog } from './pin.sql.ts';
import { mostFailures, pinLocked } from './pin.ts';

/**
 * Checks the PIN. The attempt is counted first, so concurrent guesses cannot exceed the limit. Refuses with
 * `pin_missing`, `pin_wrong` or `pin_locked`. `then` runs in the transaction that clears the count.
 */
export async function tryPin<T>(
  steps: Steps<CustomerActor>,
  pepper: Pepper,
  pin: string,
  action: string,
  then: (ctx: CustomerCtx, row: PinRow) => Promise<T>,
): Promise<T> {
  const { personId } = steps.actor;
  const row = await steps.transaction((ctx) => reserve(ctx, action));
  if (!row) throw new Refusal('pin_locked');
  if (await isPin(pepper, personId, pin, row.hash)) {
    return steps.transaction(async (ctx) => {
      await clearFailures(ctx.tx, personId);
      await record(ctx, action, 'success');
      return then(ctx, row);
    });
  }
  const left = mostFailures - row.failures;
  await steps.transaction(async (ctx) => {
    await record(ctx, action, left === 0 ? 'locked' : 'fail');
    if (left > 0) return;
    await audit(ctx, 'pin.locked', `person:${personId}`);
    await emit(ctx, pinLocked, { personId, at: ctx.now.toISOString() });
  });
  if (left === 0) throw new Refusal('pin_locked', { data: { attemptsLeft: 0 } });
  throw new Refusal('pin_wrong', {
    message: `That PIN is not right. ${left} ${left === 1 ? 'try' : 'tries'} left.`,
    data: { attemptsLeft: left },
  });
}

async function reserve(ctx: CustomerCtx, action: string): Promise<PinRow | undefined> {
  const { personId } = ctx.actor;
  if (!(await findPin(ctx.tx, personId))) throw new Refusal('pin_missing');
  const row = await reserveTry(ctx.tx, personId, mostFailures);
  if (!row) await record(ctx, action, 'locked');
  return row;
}

export const record = (ctx: CustomerCtx, action: string, result: string): Promise<void> =>
  writeLog(ctx.tx, {
    personId: ctx.actor.personId,
    source: 'server',
    action,
    result,
    sessionId: ctx.actor.sessionId,
    ip: ctx.actor.ip,
  });
