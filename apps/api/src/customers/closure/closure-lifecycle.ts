import type { ClosureState } from '@larkmere/contract/customers/closure';
import { yearsOfStatements } from '@larkmere/contract/platform/account-status';
import { message } from '@larkmere/messages/message';
import type { Updateable } from 'kysely';
import type { ClosureRequest } from '../../platform/db/schema.gen.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { changeAccountStatus } from '../customer/customer.ts';
import { closureSetting } from './closure.settings.ts';
import type { RequestRow } from './closure.sql.ts';

export const closureLifecycle = defineLifecycle({
  table: 'closure.request',
  history: { table: 'closure.transition', key: 'requestId', copies: [] },
  action: 'closure',
  entity: 'closure',
  audited: ({ reference, reason }) => ({ reference, reason }),
})<ClosureState, RequestRow>({
  transitions: {
    blocked: { closing: ['customer', 'system'], withdrawn: ['customer', 'system', 'staff'] },
    closing: { closed: 'system', withdrawn: ['customer', 'staff'] },
    closed: { erased_partially: 'system' },
    erased_partially: { erased: 'system' },
    erased: {},
    withdrawn: {},
  },
  deadline: ({ deadlineAt }) => deadlineAt,
  waiting: {
    blocked: { owner: 'you', reason: message('closure_blocked'), nextStep: message('closure_blocked_next') },
    closing: {
      owner: 'you',
      reason: message('closure_closing'),
      nextStep: ({ requestedBy }) => message(requestedBy === 'us' ? 'closure_by_us_next' : 'closure_closing_next'),
    },
  },
});

const dayMs = 86_400_000;

type ClosureChange = Updateable<ClosureRequest> & Readonly<{ state: ClosureState }>;

export async function changeClosureState(ctx: Ctx, request: RequestRow, change: ClosureChange): Promise<RequestRow> {
  const changed = await changeState(ctx, closureLifecycle, request, change);
  await announce(ctx, changed);
  return changed;
}

export async function announce(ctx: Ctx, request: RequestRow): Promise<void> {
  const { id: requestId, customerId, userId, deadlineAt, closedAt } = request;
  await emit(ctx, closureStateChanged, {
    requestId,
    customerId,
    userId,
    state: request.state,
    deadlineAt: deadlineAt.toISOString(),
    requestedBy: request.requestedBy,
    closedAt: closedAt && { at: closedAt.toISOString(), statementsUntil: statementsUntil(closedAt) },
  });
}

/** From now on money leaves to an own account of the customer only. */
export const beginClosing = (ctx: Ctx, { customerId }: RequestRow): Promise<void> =>
  changeAccountStatus(ctx, customerId, { status: 'closing', reasonCode: 'closing_requested' });

export async function deadlineFor({ tx, now }: Ctx, state: 'blocked' | 'closing'): Promise<Date> {
  const { graceDays, clearingDays } = await requireSetting(tx, closureSetting, {});
  return new Date(now.getTime() + (state === 'closing' ? graceDays : clearingDays) * dayMs);
}

export type ClosureStateChange = Readonly<{
  requestId: string;
  customerId: string;
  userId: string;
  state: ClosureState;
  deadlineAt: string;
  requestedBy: 'customer' | 'us';
  closedAt: Readonly<{ at: string; statementsUntil: string }> | null;
}>;
export const closureStateChanged = defineEvent<ClosureStateChange>('closure.state_changed');

export const erasureDue = defineEvent<Erasure>('closure.erasure_due');

export function statementsUntil(closedAt: Date): string {
  const until = new Date(closedAt);
  until.setUTCFullYear(until.getUTCFullYear() + yearsOfStatements);
  return until.toISOString();
}
