import { sql } from 'kysely';
import { closeAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import { closeWallet, listWalletsOf } from '../../accounts/wallet/wallet.ts';
import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { changeAccountStatus, findCustomer, soleMemberIds } from '../customer/customer.ts';
import { findBalances, findBlockers } from './closure.read.ts';
import type { RequestRow } from './closure.sql.ts';
import { beginClosing, changeClosureState, deadlineFor, erasureDue, statementsUntil } from './closure-lifecycle.ts';

export const closures = defineJob({
  name: 'process-closures',
  everySeconds: 30,
  run: (job) =>
    handleDueRows(job, {
      table: 'closure.request',
      isDue: sql`state in ('blocked', 'closed') or state = 'closing' and deadline_at <= now()
        or state = 'erased_partially' and closed_at <= now() - interval '5 years'`,
      handle: processRequest,
    }),
});

function processRequest(ctx: Ctx, request: RequestRow): Promise<unknown> {
  switch (request.state) {
    case 'blocked':
      return continueOrLapse(ctx, request);
    case 'closing':
      return closeIfEmpty(ctx, request);
    case 'closed':
      return erase(ctx, request, 'partly');
    case 'erased_partially':
      return erase(ctx, request, 'wholly');
    case 'erased':
    case 'withdrawn':
      return Promise.resolve();
  }
}

async function continueOrLapse(ctx: Ctx, request: RequestRow): Promise<void> {
  if ((await findBlockers(ctx.tx, request.customerId)).length > 0) {
    if (request.deadlineAt <= ctx.now) await changeClosureState(ctx, request, { state: 'withdrawn' });
    return;
  }
  const deadlineAt = await deadlineFor(ctx, 'closing');
  await beginClosing(ctx, await changeClosureState(ctx, request, { state: 'closing', deadlineAt }));
}

/** Money that is left, or that came back from a payment, keeps the account open until it has gone. */
async function closeIfEmpty(ctx: Ctx, request: RequestRow): Promise<void> {
  const { tx, now } = ctx;
  const { customerId } = request;
  if ((await findCustomer(tx, customerId))?.status !== 'closing') return;
  if ((await findBlockers(tx, customerId)).length > 0 || (await findBalances(tx, customerId)).length > 0) return;
  await changeAccountStatus(ctx, customerId, { status: 'closed', reasonCode: 'money_paid_out' });
  await closeAccountsOf(tx, customerId);
  for (const wallet of await listWalletsOf(tx, customerId)) await closeWallet(tx, wallet);
  await changeClosureState(ctx, request, { state: 'closed', closedAt: now });
}

async function erase(ctx: Ctx, request: RequestRow, extent: Erasure['extent']): Promise<void> {
  const { customerId, closedAt } = request;
  if (extent === 'wholly' && closedAt && ctx.now.toISOString() < statementsUntil(closedAt)) return;
  const people = await soleMemberIds(ctx.tx, customerId);
  await emit(ctx, erasureDue, { customerId, people, extent });
  await changeClosureState(ctx, request, { state: extent === 'partly' ? 'erased_partially' : 'erased' });
}
