import type { UpgradeForStaff } from '@larkmere/contract/upgrade';
import { v7 } from 'uuid';
import { type Customer, findCustomer } from '../customer/customer.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { findHits } from '../screening/screening.ts';
import { walletsOf } from '../wallet/wallet.ts';
import { missingOf } from './missing.ts';
import { moveUpgrade } from './move-upgrade.ts';
import { insertOrders, type RequestRow } from './upgrade.sql.ts';
import { accountsWanted } from './upgrade.ts';

export async function judgeUpgrade(ctx: Ctx, request: RequestRow): Promise<RequestRow> {
  const customer = await findCustomer(ctx.tx, request.customer_id);
  if (!customer) throw new Error(`request ${request.id} has no customer`);
  const missing = await missingOf(ctx.tx, customer.id);
  if (missing.length > 0)
    return request.state === 'kyc_gap' ? request : moveUpgrade(ctx, request, { state: 'kyc_gap' });
  const concerns = await concernsOf(ctx, customer);
  if (concerns.length > 0 && request.cleared_by === null)
    return moveUpgrade(ctx, request, { state: 'reviewing', concerns: [...concerns] });
  const opening = await moveUpgrade(ctx, request, { state: 'opening_accounts' });
  await orderAccounts(ctx, opening);
  return opening;
}

async function concernsOf(ctx: Ctx, customer: Customer): Promise<UpgradeForStaff['concerns']> {
  const hits = await findHits(ctx, { payer: customer.name, payee: '' });
  return [
    ...(customer.business ? (['business'] as const) : []),
    ...(customer.kycStatus === 'approved' ? [] : (['conditions'] as const)),
    ...(hits.length > 0 ? (['name_on_list'] as const) : []),
  ];
}

/** Every Plus customer has a GBP account, so GBP is always requested. */
export async function orderAccounts(ctx: Ctx, { id: requestId, customer_id }: RequestRow): Promise<void> {
  const open = (await walletsOf(ctx.tx, customer_id)).filter(({ status }) => status !== 'closed');
  const currencies = new Set(['GBP', ...open.map(({ currency }) => currency)]);
  await insertOrders(
    ctx.tx,
    [...currencies].map((currency) => ({ order_id: v7(), request_id: requestId, currency })),
  );
  await emit(ctx, accountsWanted, { requestId });
}
