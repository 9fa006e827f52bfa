import type { Waiting } from '@larkmere/contract/waiting';
import { type FailureCode, isTimed, type Order } from './auto-fx.ts';

export type Standing = Pick<Order, 'state' | 'type' | 'held' | 'nextRunAt' | 'validUntil' | 'remindedAt'> &
  Readonly<{
    againAt: Date | null;
    failure: Readonly<{ code: FailureCode; message: string }> | null;
    askedUntil: Date | null;
  }>;

const dayMs = 86_400_000;
export const remindAfterDays = 90;
/** A triggered order is filled within this time, or decided again. */
export const honouredMs = 15 * 60_000;

type Said = Pick<Waiting, 'owner' | 'reason' | 'nextStep'> & Readonly<{ update: Date; deadline?: Date }>;

export function waitingOf(order: Standing, now: Date): Waiting | null {
  const { validUntil, remindedAt } = order;
  const said = saidOf(order, validUntil ?? new Date(remindedAt.getTime() + remindAfterDays * dayMs), now);
  if (!said) return null;
  const { owner, reason, nextStep, update, deadline } = said;
  const last = deadline && validUntil ? earlier(deadline, validUntil) : (deadline ?? validUntil);
  const nextUpdateAt = (last ? earlier(update, last) : update).toISOString();
  return { owner, reason, nextStep, nextUpdateAt, deadlineAt: last?.toISOString() ?? null };
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

function saidOf(order: Standing, end: Date, now: Date): Said | undefined {
  const { state, held, askedUntil, againAt } = order;
  const money = held ? 'The money is set aside.' : 'Nothing is set aside for it.';
  switch (state) {
    case 'pending_approval':
      return {
        owner: 'team',
        reason: `Somebody of your team who did not place this order has to approve it. ${money}`,
        nextStep: 'Your team approves it or sends it back.',
        update: askedUntil ?? end,
        ...(askedUntil && { deadline: askedUntil }),
      };
    case 'active':
      return atWork(order, end);
    case 'triggered':
      return {
        owner: 'us',
        reason: 'Its rate or its day has come.',
        nextStep: 'We carry it out.',
        update: new Date(now.getTime() + honouredMs),
        deadline: new Date(now.getTime() + honouredMs),
      };
    case 'paused':
      return {
        owner: 'you',
        reason: `This order is paused and exchanges nothing. ${money}`,
        nextStep: 'You resume it, change it or cancel it.',
        update: end,
      };
    case 'failed_retryable':
      return failed(order, end);
    case 'held_offhours':
      return {
        owner: 'us',
        reason: 'The market is closed.',
        nextStep: 'We look at it again when the market opens.',
        update: againAt ?? end,
      };
    case 'held_service_off':
      return {
        owner: 'us',
        reason: 'Auto FX is switched off at the moment.',
        nextStep: 'We go on when it is back.',
        update: end,
      };
    case 'filled':
    case 'failed_final':
    case 'expired':
    case 'cancelled':
      return undefined;
  }
}

function atWork(order: Standing, end: Date): Said {
  if (isTimed(order.type))
    return {
      owner: 'us',
      reason: 'Its next day has not come yet.',
      nextStep: 'We exchange on that day.',
      update: order.nextRunAt ?? end,
    };
  return {
    owner: 'us',
    reason: 'The rate has not reached its target.',
    nextStep: 'We exchange as soon as it does.',
    update: end,
  };
}

function failed({ failure, againAt }: Standing, end: Date): Said {
  const isShort = failure?.code === 'short_balance';
  return {
    owner: isShort ? 'you' : 'us',
    reason: failure?.message ?? 'It could not be carried out.',
    nextStep: isShort ? 'You add money to the account, and we try again.' : 'We try again.',
    update: againAt ?? end,
  };
}
