import type { contract } from '@larkmere/contract/contract';
import type { UpgradeForStaff } from '@larkmere/contract/customers/upgrade';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { getServiceAvailability, requireAvailable } from '../../reference/service-availability/service-availability.ts';
import { requireAccountAction } from '../customer/customer.ts';
import { changeUpgradeState, stateDeadline } from './change-upgrade-state.ts';
import { evaluateUpgrade } from './evaluate-upgrade.ts';
import { findOpenRequests, insertRequest, lockRequest, type RequestRow, updateRequest } from './upgrade.sql.ts';
import { viewForStaff, viewUpgrade } from './upgrade.view.ts';
import { upgradeLifecycle } from './upgrade-lifecycle.ts';
import { canRequestUpgrade, isUpgradeOffered } from './upgrade-permission.ts';

export const requestUpgrade: Verb<typeof contract.upgrade.request> = async (ctx) => {
  const { tx, actor } = ctx;
  if (!canRequestUpgrade(actor)) throw new Refusal('access_denied');
  requireAccountAction(actor.accountStatus, 'send');
  if (actor.userType === 'plus') throw new Refusal('invalid_transition', { reason: message('upgrade_already_plus') });
  requireAvailable(await getServiceAvailability(tx, 'wallet.upgrade', actor.customerId));
  if (!(await isUpgradeOffered(ctx)))
    throw new Refusal('service_off', {
      reason: message('upgrade_not_offered'),
      data: { until: null },
    });
  const request = await insertRequest(tx, {
    id: v7(),
    reference: generateReference(),
    customerId: actor.customerId,
    userId: actor.userId,
    state: 'requested',
    deadlineAt: await stateDeadline(ctx, 'requested'),
  });
  if (!request) throw new Refusal('invalid_transition', { reason: message('upgrade_already_requested') });
  await recordState(ctx, upgradeLifecycle, request);
  return viewUpgrade(tx, await evaluateUpgrade(ctx, request));
};

const maxResults = 100;

export const showWorkQueue: Verb<typeof contract.upgrade.workQueue> = async (ctx) => {
  return { list: await viewForStaff(ctx.tx, await findOpenRequests(ctx.tx, maxResults)) };
};

async function requireRequest({ tx }: StaffCtx, uid: string): Promise<RequestRow> {
  const request = await lockRequest(tx, uid);
  if (!request) throw new Refusal('not_found');
  return request;
}

async function viewRequest({ tx }: StaffCtx, request: RequestRow): Promise<UpgradeForStaff> {
  const [seen] = await viewForStaff(tx, [request]);
  if (!seen) throw new Error(`request ${request.id} has no view`);
  return seen;
}

export const clearUpgrade: Verb<typeof contract.upgrade.clear> = async (ctx, { uid }) => {
  const request = await requireRequest(ctx, uid);
  if (request.state !== 'reviewing') throw new Refusal('invalid_transition');
  const cleared = await updateRequest(ctx.tx, uid, { clearedBy: ctx.actor.staffId });
  return viewRequest(ctx, await evaluateUpgrade(ctx, cleared));
};

export const refuseUpgrade: Verb<typeof contract.upgrade.refuse> = async (ctx, { uid, reason }) => {
  const request = await requireRequest(ctx, uid);
  // The bank may already have opened the accounts, so its response has to come first.
  if (request.state === 'opening_accounts') throw new Refusal('invalid_transition');
  return viewRequest(ctx, await changeUpgradeState(ctx, request, { state: 'refused', reason }));
};
