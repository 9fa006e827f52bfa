import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { findOwnerId } from '../customer/customer.ts';
import { announce, changeClosureState } from './change-closure-state.ts';
import { insertRequest, lockRequest } from './closure.sql.ts';
import { closureLifecycle } from './closure-lifecycle.ts';

type Notice = Readonly<{ customerId: string; endsAt: Date; key: string }>;

/**
 * Lets the notice run that staff gave the customer: the account closes at its end, once it is empty. What the customer
 * had asked for before and could not begin lapses.
 */
export async function beginClosingByUs(ctx: StaffCtx, { customerId, endsAt, key }: Notice): Promise<void> {
  const { tx } = ctx;
  const earlier = await lockRequest(tx, customerId);
  if (earlier) await changeClosureState(ctx, earlier, { state: 'withdrawn' });
  const request = await insertRequest(tx, {
    id: v7(),
    reference: generateReference(),
    customerId,
    userId: await findOwnerId(tx, customerId),
    requestKey: key,
    requestedBy: 'us',
    reason: 'ended_by_us',
    state: 'closing',
    deadlineAt: endsAt,
  });
  if (!request) throw new Error(`another closing of customer ${customerId} came first`);
  await recordState(ctx, closureLifecycle, request);
  await announce(ctx, request);
}

/** Also one that another block interrupted: the account would stay open with a notice that nobody ends. */
export async function endClosing(ctx: StaffCtx, customerId: string): Promise<void> {
  const request = await lockRequest(ctx.tx, customerId);
  if (request?.state === 'closing') await changeClosureState(ctx, request, { state: 'withdrawn' });
}
