import type { PaymentView } from '@larkmere/contract/payments/payment';
import { type PaymentFilter, statesByFilter } from '@larkmere/contract/payments/payment-list';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { findBankholderIds } from './payment.read.ts';
import { listPayments, selectPayments } from './payment.sql.ts';
import { viewPayments } from './payment.view.ts';

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
