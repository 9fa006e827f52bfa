import type { contract } from '@larkmere/contract/contract';
import type { UpgradeForStaff } from '@larkmere/contract/customers/upgrade';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { listWalletsOf } from '../../accounts/wallet/wallet.ts';
import { screenNames } from '../../checks/screening/screening.ts';
import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { getServiceAvailability, requireAvailable } from '../../reference/service-availability/service-availability.ts';
import { type Customer, findCustomer, requireAccountAction } from '../customer/customer.ts';
import {
  canRequestUpgrade,
  findMissingRequirements,
  isDueForEvaluation,
  isUpgradeOffered,
  viewForStaff,
  viewUpgrade,
} from './upgrade.read.ts';
import { insertAccountOrders, insertRequest, lockRequest, type RequestRow, updateRequest } from './upgrade.sql.ts';
import { accountsRequested } from './upgrade.ts';
import { changeUpgradeState, stateDeadline, upgradeLifecycle } from './upgrade-lifecycle.ts';

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

async function evaluateUpgrade(ctx: Ctx, request: RequestRow): Promise<RequestRow> {
  const customer = await findCustomer(ctx.tx, request.customerId);
  if (!customer) throw new Error(`request ${request.id} has no customer`);
  const missing = await findMissingRequirements(ctx.tx, customer.id);
  if (missing.length > 0)
    return request.state === 'kyc_gap' ? request : changeUpgradeState(ctx, request, { state: 'kyc_gap' });
  const concerns = await findConcerns(ctx, customer);
  if (concerns.length > 0 && request.clearedBy === null)
    return changeUpgradeState(ctx, request, { state: 'reviewing', concerns: [...concerns] });
  const opening = await changeUpgradeState(ctx, request, { state: 'opening_accounts' });
  await requestAccounts(ctx, opening);
  return opening;
}

async function findConcerns(ctx: Ctx, customer: Customer): Promise<UpgradeForStaff['concerns']> {
  const hits = await screenNames(ctx, { payer: customer.name, payee: '' });
  return [
    ...(customer.business ? (['business'] as const) : []),
    ...(customer.kycStatus === 'approved' ? [] : (['conditions'] as const)),
    ...(hits.length > 0 ? (['name_on_list'] as const) : []),
  ];
}

/** Every Plus customer has a GBP account, so GBP is always requested. */
export async function requestAccounts(ctx: Ctx, { id: requestId, customerId }: RequestRow): Promise<void> {
  const open = (await listWalletsOf(ctx.tx, customerId)).filter(({ status }) => status !== 'closed');
  const currencies = new Set<Currency>(['GBP', ...open.map(({ currency }) => currency)]);
  await insertAccountOrders(
    ctx.tx,
    [...currencies].map((currency) => ({ orderId: v7(), requestId, currency })),
  );
  await emit(ctx, accountsRequested, { requestId });
}

export const upgradeTimeouts = defineJob({
  name: 'process-upgrade-timeouts',
  everySeconds: 2,
  run: (job) =>
    handleDueRows(job, {
      table: 'upgrade.request',
      isDue: isDueForEvaluation,
      handle: async (ctx, request) => {
        const judged = await evaluateUpgrade(ctx, request);
        if (judged.state === 'kyc_gap')
          await changeUpgradeState(ctx, judged, { state: 'refused', reason: defaultText('upgrade_details_late') });
      },
    }),
});
