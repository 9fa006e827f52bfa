import type { AutoFxState, FailureCode } from '@larkmere/contract/fx/auto-fx';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import { message } from '@larkmere/messages/message';
import type { Updateable } from 'kysely';
import type { AutoFxAutoOrder } from '../../platform/db/schema.gen.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import {
  canTransition,
  defineLifecycle,
  isFinal,
  pendingStatus,
  statesOf,
} from '../../platform/lifecycle/lifecycle.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { OrderRow } from './auto-fx.sql.ts';
import { type AutoFxOrder, isScheduled } from './auto-fx.ts';

export type PendingOrder = Pick<AutoFxOrder, 'state' | 'type' | 'hold' | 'nextRunAt' | 'validUntil' | 'remindedAt'> &
  Readonly<{
    retryAt: Date | null;
    failure: Readonly<{ code: FailureCode; message: string }> | null;
    approvalExpiresAt: Date | null;
  }>;
type OrderNow = PendingOrder & Readonly<{ now: Date }>;

const dayMs = 86_400_000;
export const reminderIntervalDays = 90;
/** A triggered order is filled within this time, or decided again. */
export const decisionValidityMs = 15 * 60_000;

type Moment = Date | null | undefined;
const noLaterThan = (last: Moment, time: Date): Date => (last && last < time ? last : time);

const lastDay = ({ validUntil }: OrderNow): Date | null => validUntil ?? null;
const lastDayOrReminder = ({ validUntil, remindedAt }: OrderNow): Date =>
  validUntil ?? new Date(remindedAt.getTime() + reminderIntervalDays * dayMs);
const updateAt = (next: (order: OrderNow) => Moment) => ({
  deadline: lastDay,
  nextUpdate: (order: OrderNow) => noLaterThan(order.validUntil, next(order) ?? lastDayOrReminder(order)),
});
const untilRetry = updateAt(({ retryAt }) => retryAt);

const isShort = ({ failure }: OrderNow): boolean => failure?.code === 'short_balance';

const changeable = { pending_approval: 'customer', expired: 'system', cancelled: 'customer' } as const;
const resumable = { ...changeable, active: ['customer', 'system'], paused: 'customer' } as const;

export const autoOrderLifecycle = defineLifecycle({
  table: 'auto_fx.auto_order',
  action: 'auto-fx',
  entity: 'auto-fx',
})<AutoFxState, OrderNow>({
  transitions: {
    pending_approval: { active: 'customer', paused: 'customer', expired: 'system', cancelled: ['customer', 'system'] },
    active: { ...changeable, paused: 'customer', triggered: 'system' },
    paused: { ...changeable, active: 'customer' },
    triggered: {
      filled: 'system',
      active: 'system',
      failed_retryable: 'system',
      failed_final: 'system',
      held_offhours: 'system',
      held_service_off: 'system',
    },
    failed_retryable: resumable,
    held_offhours: resumable,
    held_service_off: resumable,
    filled: {},
    failed_final: {},
    expired: {},
    cancelled: {},
  },
  derived: ['triggered'],
  ...updateAt(() => null),
  waiting: {
    pending_approval: {
      owner: 'team',
      reason: ({ hold }) => message(hold ? 'auto_fx_awaiting_approval_reserved' : 'auto_fx_awaiting_approval'),
      nextStep: message('auto_fx_awaiting_approval_next'),
      ...updateAt(({ approvalExpiresAt }) => approvalExpiresAt),
      deadline: ({ approvalExpiresAt, validUntil }) =>
        approvalExpiresAt ? noLaterThan(validUntil, approvalExpiresAt) : (validUntil ?? null),
    },
    active: {
      owner: 'us',
      reason: ({ type }) => message(isScheduled(type) ? 'auto_fx_not_due' : 'auto_fx_waiting_for_rate'),
      nextStep: ({ type }) => message(isScheduled(type) ? 'auto_fx_not_due_next' : 'auto_fx_waiting_for_rate_next'),
      ...updateAt(({ type, nextRunAt }) => (isScheduled(type) ? nextRunAt : null)),
    },
    triggered: {
      owner: 'us',
      reason: message('auto_fx_triggered'),
      nextStep: message('auto_fx_triggered_next'),
      deadline: ({ now, validUntil }) => noLaterThan(validUntil, new Date(now.getTime() + decisionValidityMs)),
    },
    paused: {
      owner: 'you',
      reason: ({ hold }) => message(hold ? 'auto_fx_paused_reserved' : 'auto_fx_paused'),
      nextStep: message('auto_fx_paused_next'),
    },
    failed_retryable: {
      owner: (order) => (isShort(order) ? 'you' : 'us'),
      reason: ({ failure }) =>
        failure ? message('stored_reason', { note: failure.message }) : message('auto_fx_failed'),
      nextStep: (order) => message(isShort(order) ? 'auto_fx_failed_short_next' : 'auto_fx_failed_next'),
      ...untilRetry,
    },
    held_offhours: {
      owner: 'us',
      reason: message('auto_fx_market_closed'),
      nextStep: message('auto_fx_market_closed_next'),
      ...untilRetry,
    },
    held_service_off: {
      owner: 'us',
      reason: message('auto_fx_service_off'),
      nextStep: message('auto_fx_service_off_next'),
    },
  },
});

export const isTerminal = (state: AutoFxState): boolean => isFinal(autoOrderLifecycle, state);
export const terminalStates = statesOf(autoOrderLifecycle).filter(isTerminal);
export const expirableStates = statesOf(autoOrderLifecycle)
  .filter((state) => state !== 'triggered')
  .filter((state) => canTransition(autoOrderLifecycle, state, 'expired'));
export const isEditable = (state: AutoFxState): boolean => canTransition(autoOrderLifecycle, state, 'cancelled');

export const pendingStatusOf = (order: PendingOrder, now: Date): PendingStatus | null =>
  pendingStatus(autoOrderLifecycle, order.state, { ...order, now });

type OrderChange = Updateable<AutoFxAutoOrder> & Readonly<{ state: AutoFxState }>;

export const moveOrder = (
  ctx: Ctx,
  row: OrderRow,
  change: OrderChange,
  detail = {},
  verb?: string,
): Promise<OrderRow> => changeState(ctx, autoOrderLifecycle, row, { ...change, changedAt: ctx.now }, detail, verb);
