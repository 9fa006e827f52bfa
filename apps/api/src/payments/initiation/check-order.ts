import { balancesOf } from '@larkmere/ledger/balance';
import type { AccountId } from '@larkmere/ledger/types';
import { message } from '@larkmere/messages/message';
import { compare, formatAmount, type Money, subtract } from '@larkmere/money/money';
import {
  type BankAccount,
  requireAccountOfMaker,
  requireOwnAccount,
} from '../../accounts/bank-account/bank-account.ts';
import type { ApprovalRequirement } from '../../approvals/approval/approval.ts';
import { type Document, requireUnattachedDocuments, uploadedTypesByPayment } from '../../checks/document/document.ts';
import { type Principal, requireAccountAction } from '../../customers/customer/customer.ts';
import { approvalRequirementsForPayments } from '../../fx/conversion/conversion.ts';
import {
  findDerivedBic,
  type NameEvidence,
  type Payee,
  requireNamedPayee,
  requirePayablePayee,
  resolveNameEvidence,
} from '../../payees/payee/payee.ts';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, MemberCtx } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { findCustomerAddress } from '../payment/payment.read.ts';
import type { Payment } from '../payment/payment.ts';
import { payeeRailAccount, payeeRailAddress, payerRailAccount } from '../payment/payment-party.ts';
import type { RailAccount, RailAddress } from '../payment/rail.ts';
import {
  accountRoute,
  calculatePrice,
  type ExecutionSchedule,
  expectedCharges,
  findAgreedSchedule,
  findExecutionSchedule,
  findNewPayeeLimit,
  type Price,
  payeeBankLimitFor,
  requireCountryRisk,
  requiresAddress,
  requireWithinLimits,
  requireWithinPayeeBankLimit,
  supportsPayee,
  toPriceView,
} from '../pricing/pricing.ts';
import type { BatchAllowance } from './batch-allowance.ts';
import { type DuplicatePayment, findDuplicatePayment } from './duplicate-check.read.ts';
import {
  attachmentsOf,
  debitedAmount,
  exchangeOf,
  isPreApproved,
  maxFeeOf,
  type PaymentOrder,
  requireUnusedEndToEndId,
} from './payment-order.ts';
import { requireRegulatoryInformation } from './require-regulatory-information.ts';
import { lockDraft } from './resubmit-draft.ts';
import { type ScreeningInput, type ScreeningResult, screenPayment } from './screen-payment.ts';

export type OrderFacts = Readonly<{
  account: BankAccount;
  payerAccount: RailAccount;
  payerAddress: RailAddress | undefined;
  expectedCharges: Money | null;
  payee: Payee;
  nameCheck: NameEvidence;
  documents: readonly Document[];
  payeeAccount: RailAccount;
  price: Price;
  payeeBankLimit: Money | undefined;
  available: Money;
  duplicate: DuplicatePayment | undefined;
  screening: ScreeningResult | Readonly<{ state: 'scheduled' | 'awaiting_approval' }>;
  approvalRequirements: readonly ApprovalRequirement[];
  schedule: ExecutionSchedule['requested'];
  /** The stored payment that this order continues: a draft, or a scheduled payment on its day. */
  earlier: Payment | undefined;
}>;

export type CheckedOrder = Omit<OrderFacts, 'payerAddress' | 'payeeBankLimit' | 'available' | 'duplicate'> &
  Readonly<{
    payerAddress: RailAddress | null;
    availableAfter: Money | null;
  }>;

export async function loadOrderFacts(ctx: Ctx, payer: Principal, order: PaymentOrder): Promise<OrderFacts> {
  requireAccountAction(payer.accountStatus, 'send', ['own_account']);
  const { tx } = ctx;
  const asPayer = { ...ctx, actor: payer };
  const plan = await requestedSchedule(ctx, order);
  const earlier = order.source === 'scheduled_day' ? order.payment : await lockDraft(ctx, payer, order);
  const timing = {
    executesAt: plan?.executesAt,
    excludedPaymentId: order.source === 'scheduled_day' ? order.payment.id : undefined,
  };
  const { documents: sent, nameCheckId, endToEndId } = attachmentsOf(order);
  const [account, payee, price, demands, documents] = await pipeline(
    requirePayerAccount(asPayer, order),
    requirePayee(ctx, payer, order),
    calculatePrice(ctx, payer, order, debitedAmount(order), timing),
    approvalRequirementsForOrder(ctx, payer, order),
    requireUnattachedDocuments(tx, payer.customerId, sent, earlier?.id),
  );
  requireAccountAction(payer.accountStatus, 'send', payee.ownAccount ? ['own_account'] : []);
  const payerAccount = requireUsableAccount(account, order);
  const payeeAccount = await requireSupportedPayee(tx, payee, order);
  const risk = await requireCountryRisk(tx, payeeAccount, payeeRailAddress(payee));
  const [{ available }, duplicate, screening, cap, payerAddress, expected, firstDay, nameCheck] = await pipeline(
    readBalance(tx, account.ledgerAccountId),
    findDuplicate(ctx, payer, order, { payee, plan }),
    screenOrDefer(ctx, order, {
      account,
      payee,
      schedule: plan,
      approvalRequirements: demands,
      documents,
      earlier,
      risk,
    }),
    payeeBankLimitFor(tx, order, payeeAccount, order.amount.currency),
    requiresAddress(order.rail) ? findCustomerAddress(tx, payer.customerId) : Promise.resolve(undefined),
    order.rail === 'swift' ? expectedCharges(tx, order) : Promise.resolve(null),
    findNewPayeeLimit(ctx, payee, { userId: payer.userId, currency: debitedAmount(order).currency }, timing),
    resolveNameEvidence(ctx, payer, payee, nameCheckId),
    requireUnusedEndToEndId(ctx, endToEndId),
    requireRegulatoryInformation(tx, order, payee),
  );
  const ends = { account, payerAccount, payerAddress, payee, nameCheck, documents, payeeAccount };
  return {
    ...ends,
    price: { ...price, newPayeeLimit: firstDay },
    payeeBankLimit: cap,
    available,
    duplicate,
    expectedCharges: expected,
    screening,
    schedule: plan,
    approvalRequirements: demands,
    earlier,
  };
}

const requirePayerAccount = (asPayer: MemberCtx, order: PaymentOrder): Promise<BankAccount> =>
  ('authorisation' in order ? requireOwnAccount : requireAccountOfMaker)(asPayer, order.sourceBankholderId);

function requirePayee(ctx: Ctx, payer: Principal, order: PaymentOrder): Promise<Payee> {
  const { payeeUid: id, payeeVersion: version } = order;
  const asPayer = { ...ctx, actor: payer };
  const named = 'newPayee' in order ? order.newPayee : undefined;
  return named
    ? requireNamedPayee(asPayer, ctx.actor, { id, version, named })
    : requirePayablePayee(asPayer, id, version, namedCheckOf(order));
}

/** A payment of an earlier day was made with its own check. */
const namedCheckOf = (order: PaymentOrder): string | null | undefined =>
  order.source === 'scheduled_day' ? order.payment.nameCheckId : attachmentsOf(order).nameCheckId;

type ScreeningFacts = Pick<
  CheckedOrder,
  'account' | 'payee' | 'schedule' | 'approvalRequirements' | 'documents' | 'earlier'
> &
  Pick<ScreeningInput, 'risk'>;

async function screenOrDefer(
  ctx: Ctx,
  { rail, amount }: PaymentOrder,
  { account, payee, schedule, approvalRequirements, documents, earlier, risk }: ScreeningFacts,
): Promise<CheckedOrder['screening']> {
  if (approvalRequirements.length > 0) return { state: 'awaiting_approval' };
  if (schedule) return { state: 'scheduled' };
  const { currency, minor: amountMinor } = amount;
  const earlierTypes = earlier && (await uploadedTypesByPayment(ctx.tx, [earlier.id])).get(earlier.id);
  const sent = documents.flatMap(({ type, state }) => (state === 'received' ? [type] : []));
  const names = { payerName: account.holder, payeeName: payee.name };
  return screenPayment(ctx, {
    rail,
    currency,
    amountMinor,
    ...names,
    risk,
    documentTypes: [...sent, ...(earlierTypes?.checked ?? [])],
  });
}

/** Decides one order. `others` holds what earlier orders in the same transaction have used. */
export function decideOrder(facts: OrderFacts, order: PaymentOrder, others: BatchAllowance): CheckedOrder {
  const { account, payeeBankLimit, available, duplicate, payerAddress = null, ...rest } = facts;
  const executesOn = facts.schedule?.executesOn;
  const price = others.priceAfterEarlier(facts.price, account, executesOn);
  requireWithinLimits(price, 'authorisation' in order ? 'present' : 'absent');
  if (requiresAddress(order.rail) && !payerAddress) throw new Refusal('payer_address_missing');
  requireWithinPayeeBankLimit(order.amount, payeeBankLimit);
  requireAgreedFee(price, order, available);
  const left = others.remaining(available, account);
  if (!facts.schedule) requireFunds(left, price);
  if (duplicate) throw duplicateRefusal(duplicate);
  others.add(price, account, executesOn);
  return { ...rest, account, payerAddress, price, availableAfter: facts.schedule ? null : subtract(left, price.total) };
}

async function requestedSchedule(ctx: Ctx, order: PaymentOrder): Promise<ExecutionSchedule['requested']> {
  const day = 'executionDate' in order ? order.executionDate : undefined;
  if (day === undefined) return undefined;
  const { rail, amount } = order;
  if (order.source === 'bulk_row') return findAgreedSchedule(ctx, { rail, currency: amount.currency, day });
  return (await findExecutionSchedule(ctx, { rail, currency: amount.currency, day })).requested;
}

function requireUsableAccount(account: BankAccount, order: PaymentOrder): RailAccount {
  const named = payerRailAccount(account);
  if (account.currency !== debitedAmount(order).currency || account.status !== 'active' || !named)
    throw new Refusal('account_not_usable');
  if (accountRoute(account.vendorType) !== order.route)
    throw new Refusal('account_not_usable', { reason: message('payment_account_wrong_route') });
  return named;
}

async function requireSupportedPayee(tx: Tx, payee: Payee, { rail, amount }: PaymentOrder): Promise<RailAccount> {
  const named = payeeRailAccount(payee, await findDerivedBic(tx, payee));
  if (named && payee.currency === amount.currency && supportsPayee(rail, payee.type, named)) return named;
  throw new Refusal('payee_not_approved', {
    reason: message('payment_payee_wrong_currency', { currency: amount.currency }),
  });
}

function requireAgreedFee(price: Price, order: PaymentOrder, available: Money): void {
  const maxFee = maxFeeOf(order);
  const fee = 'fee' in order ? order.fee : undefined;
  if (maxFee && compare(price.fee, maxFee) > 0) throw feeExceededRefusal(price, maxFee);
  if (fee === undefined || compare(fee, price.fee) === 0) return;
  throw new Refusal('price_changed', { data: { price: toPriceView(price, available) } });
}

const feeExceededRefusal = ({ fee }: Price, agreed: Money): Refusal =>
  new Refusal('price_changed', { reason: message('payment_fee_above_agreed', { fee, agreed }) });

/** Only a customer can confirm a duplicate; other sources prevent their own repeats. */
async function findDuplicate(
  { tx }: Ctx,
  { customerId, accounts }: Principal,
  order: PaymentOrder,
  { payee, plan }: Pick<CheckedOrder, 'payee'> & Readonly<{ plan: ExecutionSchedule['requested'] }>,
): Promise<DuplicatePayment | undefined> {
  if (!('isDuplicateConfirmed' in order) || order.isDuplicateConfirmed) return undefined;
  return findDuplicatePayment(tx, {
    customerId,
    accounts,
    payeeAccount: payee.account,
    amountMinor: order.amount.minor,
    currency: order.amount.currency,
    from: { source: 'form', executionDate: plan?.executesOn ?? null },
  });
}

const readBalance = batchLoader('reads', async (tx, ids: readonly AccountId[]) => {
  const balances = await balancesOf(tx, [...new Set(ids)]);
  return ids.map((id) => present(balances.get(id), 'the balance of an account'));
});

function requireFunds(available: Money, { total }: Price): void {
  if (compare(available, total) >= 0) return;
  throw new Refusal('insufficient_funds', {
    reason: message('payment_insufficient_funds', { missing: subtract(total, available) }),
    data: { available: formatAmount(available), needed: formatAmount(total), currency: total.currency },
  });
}

const noApproverRefusal = (): Refusal =>
  new Refusal('approval_required', { reason: message('payment_approval_unattended') });

/** Refuses `approval_required` for unattended payments: nobody can request an approval. */
async function approvalRequirementsForOrder(
  ctx: Ctx,
  payer: Principal,
  order: PaymentOrder,
): Promise<readonly ApprovalRequirement[]> {
  if (isPreApproved(order)) return [];
  const demands = await approvalRequirementsForPayments(ctx, payer, [debitedAmount(order)]);
  if (demands.length === 0) return demands;
  if (!('authorisation' in order)) throw noApproverRefusal();
  const exchange = exchangeOf(order);
  if (exchange && exchange.kind !== 'worst_case') throw new ConcurrencyConflict('a rule came into force meanwhile');
  return demands;
}

/** Asks once; the customer can confirm under the same key. */
function duplicateRefusal({ kind, id, reference, row, day }: DuplicatePayment): Refusal {
  const data = { existingUid: id };
  if (kind === 'row')
    return new Refusal('duplicate_suspected', {
      reason: message('payment_equals_row', { fileName: reference, row: row ?? 0 }),
      data,
    });
  if (kind === 'standing_order')
    return new Refusal('duplicate_suspected', {
      reason: message('payment_equals_standing_order', { reference, payDay: day }),
      data,
    });
  return new Refusal('duplicate_suspected', { data });
}
