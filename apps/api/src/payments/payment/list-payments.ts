import type { contract } from '@larkmere/contract/contract';
import type { PaymentView } from '@larkmere/contract/payments/payment';
import { type PaymentFilter, statesByFilter } from '@larkmere/contract/payments/payment-list';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { findBankholderIds } from './payment.read.ts';
import { listPayments, selectPayments } from './payment.sql.ts';
import { viewPayments } from './payment.view.ts';
import { swiftKinds } from './show-payment.ts';

const maxPayments = 200;
type PaymentListFilter = Readonly<{
  startdate?: string | undefined;
  enddate?: string | undefined;
  filterType: PaymentFilter;
}>;

export async function listPaymentViews(
  ctx: CustomerCtx,
  kinds: readonly PaymentView['kind'][],
  { startdate, enddate, filterType }: PaymentListFilter,
): Promise<PaymentView[]> {
  const { tx, actor } = ctx;
  const payments = await listPayments(tx, {
    reader: actor,
    kinds,
    states: statesByFilter[filterType],
    startdate,
    enddate,
    isByExecutionDate: filterType === 'scheduled',
    limit: maxPayments,
  });
  return viewPayments(ctx, payments, await findBankholderIds(tx, payments));
}

/** In the order of the ids, which must be of the customer's own payments. */
export async function viewPaymentsById(ctx: CustomerCtx, ids: readonly string[]): Promise<PaymentView[]> {
  const payments = await selectPayments(ctx.tx, ids);
  return viewPayments(ctx, payments, await findBankholderIds(ctx.tx, payments));
}

export const listPendingDomestic: Verb<typeof contract.payment.pendingDomestic> = async (ctx, filter) => ({
  list: await listPaymentViews(ctx, ['domestic', 'internal'], filter),
});

export const listPendingSwift: Verb<typeof contract.payment.pendingSwift> = async (ctx, filter) => ({
  list: await listPaymentViews(ctx, swiftKinds, filter),
});
