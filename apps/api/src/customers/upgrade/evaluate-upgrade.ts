import type { UpgradeForStaff } from '@larkmere/contract/customers/upgrade';
import { defaultText } from '@larkmere/messages/format-message';
import type { Currency } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { listWalletsOf } from '../../accounts/wallet/wallet.ts';
import { screenNames } from '../../checks/screening/screening.ts';
import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type Customer, findCustomer } from '../customer/customer.ts';
import { changeUpgradeState } from './change-upgrade-state.ts';
import { findMissingRequirements } from './check-readiness.ts';
import { isDueForEvaluation } from './upgrade.read.ts';
import { insertAccountOrders, type RequestRow } from './upgrade.sql.ts';
import { accountsRequested } from './upgrade.ts';

export async function evaluateUpgrade(ctx: Ctx, request: RequestRow): Promise<RequestRow> {
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
