import type { PaymentView } from '@larkmere/contract/payment';
import { filteredStates, type PaymentFilter } from '@larkmere/contract/payment-list';
import type { CustomerCtx } from '../kernel/verb.ts';
import { bankholderIdsOf } from './payment.read.ts';
import { listPayments } from './payment.sql.ts';
import type { PaymentOrder } from './payment.ts';
import { viewPayments } from './payment.view.ts';

const most = 200;
type Asked = Readonly<{ startdate?: string | undefined; enddate?: string | undefined; filterType: PaymentFilter }>;

export async function paymentsOf(
  ctx: CustomerCtx,
  kinds: readonly PaymentOrder['kind'][],
  { startdate, enddate, filterType }: Asked,
): Promise<PaymentView[]> {
  const { tx, actor } = ctx;
  const { customerId } = actor;
  const payments = await listPayments(tx, {
    customerId,
    kinds,
    states: filteredStates[filterType],
    startdate,
    enddate,
    byDayAhead: filterType === 'scheduled',
    most,
  });
  return viewPayments(ctx, payments, await bankholderIdsOf(tx, payments));
}
