import type { contract } from '@larkmere/contract/contract';
import type { PaymentView } from '@larkmere/contract/payments/payment';
import { type PaymentFilter, statesByFilter } from '@larkmere/contract/payments/payment-list';
import { formatAmount, money } from '@larkmere/money/money';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { findBankholderIds, isPayeePayable, requireOwnPayment } from './payment.read.ts';
import { listPayments, type Payment, selectPayments } from './payment.sql.ts';
import { regulatoryInformationOf, viewPayment, viewPayments } from './payment.view.ts';

export const swiftKinds = ['swift', 'global_same', 'global_cross'] as const;

export const isSwiftKind = (kind: string): boolean => swiftKinds.some((each) => each === kind);

/** Which of these are SWIFT payments. */
export async function findSwiftPayments(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const payments = tx.selectFrom('payment.payment').select('id').where('id', 'in', ids).where('kind', 'in', swiftKinds);
  return new Set((await payments.execute()).map(({ id }) => id));
}

export const showPayment: Verb<typeof contract.payment.domesticDetail> = async (ctx, { id }) =>
  viewOwnPayment(ctx, await requireOwnPayment(ctx, id));

export async function requireOwnSwiftPayment(ctx: CustomerCtx, id: string): Promise<Payment> {
  const payment = await requireOwnPayment(ctx, id);
  if (!isSwiftKind(payment.kind)) throw new Refusal('not_found');
  return payment;
}

async function viewOwnPayment(ctx: CustomerCtx, payment: Payment): Promise<PaymentView> {
  const holders = await findBankholderIds(ctx.tx, [payment]);
  return viewPayment(ctx, payment, holders.get(payment.accountId) ?? '');
}

export const viewOwnSwiftPayment = async (ctx: CustomerCtx, id: string): Promise<PaymentView> =>
  viewOwnPayment(ctx, await requireOwnSwiftPayment(ctx, id));

const maxPayments = 200;
type PaymentListFilter = Readonly<{
  startdate?: string | undefined;
  enddate?: string | undefined;
  filterType: PaymentFilter;
}>;

async function listPaymentViews(
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

export const repeatPayment: Verb<typeof contract.payment.prefill> = async (ctx, { id }) => {
  const { tx } = ctx;
  const payment = await requireOwnPayment(ctx, id);
  const holders = await findBankholderIds(tx, [payment]);
  return {
    sourceBankholderId: holders.get(payment.accountId) ?? '',
    payeeUid: (await isPayeePayable(tx, payment.payeeId)) ? payment.payeeId : null,
    amount: formatAmount(money(payment.currency, payment.amountMinor)),
    currency: payment.currency,
    reference: payment.payeeReference,
    scheme: payment.scheme,
    chargeBearer: payment.chargeBearer,
    draft: toDraftReference(payment),
    regulatoryInformation: regulatoryInformationOf(payment),
  };
};

const toDraftReference = ({ id, state, executionDate, endToEndId }: Payment) =>
  state === 'draft' ? { uid: id, executionDate, endToEndId } : null;
