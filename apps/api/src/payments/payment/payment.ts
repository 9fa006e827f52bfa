import type { PaymentScheme, PaymentState, PaymentView } from '@larkmere/contract/payments/payment';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import type { SupportingDocuments } from '@larkmere/contract/payments/supporting-documents';
import { type Currency, type Money, zero } from '@larkmere/money/money';
import type { Selectable } from 'kysely';
import { type Principal, principalFor } from '../../customers/customer/customer.ts';
import type { Quote } from '../../fx/conversion/conversion.ts';
import type { Tx } from '../../platform/db/db.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import type { PaymentPayment } from '../../platform/db/schema.gen.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { findSettlementEvidence } from '../execution/conflicting-reports.ts';
import { requireSettlementEvidence, settleConflictedPayment } from '../execution/settle-conflicted-payment.ts';
import { approvalRequirementsForAmounts } from '../initiation/approval-requirements.ts';
import { checkOrder } from '../initiation/check-order.ts';
import { createPaymentBatch } from '../initiation/create-payment-batch.ts';
import { deferExchange, worstCaseDuringApproval } from '../initiation/deferred-exchange.ts';
import { requireValidReference } from '../initiation/payee-reference.ts';
import { persistPayment } from '../initiation/persist-payment.ts';
import { requestPaymentApproval } from '../initiation/request-approval.ts';
import { requireRecurringRegulatoryInformation } from '../initiation/require-regulatory-information.ts';
import { listSwiftCurrencies } from '../international/swift-currencies.ts';
import { findExecutionSchedule } from '../pricing/execution-date.ts';
import { calculatePrice, loadPriceView, type RailRoute, requireQuotedFee } from '../pricing/price.ts';
import { supportedPayeeTypes } from '../pricing/rail-support.ts';
import { findRequiredFieldsByCurrency } from '../pricing/regulatory-requirement.sql.ts';
import { crossBorderRoute, domesticRoute, domesticRoutes, swiftRoute } from '../pricing/route.ts';
import { expectedCharges } from '../pricing/swift-charges.ts';
import { applyReviewDecision, type ReviewDecision } from './decide-payment.ts';
import type { IncomingCredit } from './incoming-credit.ts';
import { findCustomerAddress } from './payment.read.ts';
import { findPaymentOfSource, lockPayer } from './payment.sql.ts';
import { buildPaymentView, viewPayment } from './payment.view.ts';
import { deductedCharges, totalCost } from './payment-cost.ts';
import type { PendingStatus } from './pending-status.ts';
import type { TrackerUpdate } from './rail.ts';
import { requireOwnSwiftPayment, trackOwnPayment, viewOwnPayment } from './show-payment.ts';
import { type PendingStatusUpdate, writePendingStatus } from './update-pending-status.ts';

export type Payment = Readonly<Selectable<PaymentPayment>>;

export type Payer = Principal;

export type PaymentOrder = Readonly<{
  kind: 'domestic' | 'swift' | 'global_same' | 'global_cross' | 'internal';
  rail: RailRoute['rail'];
  route?: 'direct' | 'ifx';
  serviceKey: string;
  sourceBankholderId: string;
  payeeUid: string;
  payeeVersion: number;
  amount: Money;
  /** The fee that the customer saw; a different one is refused with `price_changed`. */
  fee?: Money;
  maxFee?: Money;
  reference: string;
  scheme?: PaymentScheme;
  chargeBearer?: 'OUR' | 'SHA' | 'BEN';
  /** Omitted fields are taken from the payee. */
  regulatoryInformation?: (RegulatoryInformationInput & Readonly<{ warnedAt?: Date | undefined }>) | undefined;
  attachments?: (SupportingDocuments & Readonly<{ endToEndId?: string | undefined }>) | undefined;
  /** No money is held before this day. */
  executionDate?: string | undefined;
  /** The scheduled payment to execute, and the highest fee that was agreed to. */
  scheduledPayment?: Readonly<{ id: string; maxFee: Money }>;
  exchange?: Quote;
  storeQuote?: () => Promise<void>;
  agreedWorstCase?: string | undefined;
  /** One source creates one payment, however often it is retried. */
  source?: Readonly<{ kind: 'standing_order' | 'bulk' | 'auto_fx'; id: string }>;
  isPreApproved?: boolean;
  draftUid?: string | undefined;
  isDuplicateConfirmed?: boolean | undefined;
  /** Redeems the PIN authorisation with the first write, so that an earlier refusal has no side effects. */
  redeemAuthorisation?: () => Promise<void>;
}>;

export type PaymentEvent = PendingStatus &
  Readonly<{
    paymentId: string;
    customerId: string;
    userId: string;
    kind: PaymentOrder['kind'];
    state: PaymentState;
    amount: string;
    currency: string;
    payeeName: string;
    reference: string;
    /** Absent in events from before resubmission existed. */
    attempt?: number;
  }>;

export type RecallEvent = PaymentEvent & Readonly<{ outcome: 'accepted' | 'refused' }>;

export type IncomingCreditEvent = IncomingCredit;

export const findPayer = (tx: Tx, userId: string): Promise<Payer | undefined> => principalFor(tx, userId);

export const currentFee = async (ctx: Ctx, payer: Payer, way: RailRoute, currency: Currency): Promise<Money> =>
  (await calculatePrice(ctx, payer, way, zero(currency))).standardFee;

export const priceOfPayment = calculatePrice;

export const requireRegulatoryInformationFor = requireRecurringRegulatoryInformation;
export const requiredFieldsByCurrency = findRequiredFieldsByCurrency;
export const routeOfPayment = domesticRoute;
export const routesOfPayments = domesticRoutes;

/** Decides a payment under review. The caller authorises and audits. Refuses `not_found` and `invalid_transition`. */
export const decidePayment = (ctx: Ctx, id: string, decision: ReviewDecision): Promise<Payment> =>
  applyReviewDecision(ctx, id, decision);

export const settleReviewedPayment = settleConflictedPayment;
export const requirePaidOut = requireSettlementEvidence;
export const settlementEvidenceOf = findSettlementEvidence;

/** The caller has locked the payment and checked its state. */
export const updatePendingStatus = (
  ctx: Ctx,
  id: string,
  waits: Partial<PendingStatusUpdate>,
  { isTold = true } = {},
): Promise<Payment> => writePendingStatus(ctx, id, waits, isTold);

/**
 * Creates a payment inside the caller's transaction: checks, prices and screens it, holds the money and stores it, or
 * refuses and leaves nothing behind. A scheduled payment holds no money and is checked again on its day. The caller has
 * verified that the payer wants it. A source that retries gets its first payment back.
 */
export async function createPayment(ctx: Ctx, payer: Payer, wanted: PaymentOrder): Promise<PaymentView> {
  const { tx } = ctx;
  const locked = lockPayer(tx, payer.customerId); // later queries on this connection wait for it
  const before = wanted.source && (await pipeline(locked, findPaymentOfSource(tx, wanted.source)))[1];
  if (before) return viewPayment({ ...ctx, actor: payer }, before, wanted.sourceBankholderId);
  const order = (await pipeline(locked, deferExchange(ctx, payer, wanted)))[1];
  const checked = await checkOrder(ctx, payer, order);
  const payment = await persistPayment(ctx, payer, order, checked);
  const team =
    checked.approvalRequirements.length > 0
      ? await requestPaymentApproval(ctx, payment, checked.approvalRequirements)
      : null;
  const { account, nameCheck, price } = checked;
  if (checked.draft) return viewPayment({ ...ctx, actor: payer }, payment, account.bankholderId);
  return buildPaymentView(payment, {
    bankholderId: account.bankholderId,
    transitions: (checked.schedule || team ? [payment.state] : ['screening', payment.state]).map((state) => ({
      state,
      at: payment.created_at,
      note: null,
    })),
    freeTransfer: price.feeWaivers.length > 0,
    recall: null,
    compensations: [],
    teamApproval: team,
    documents:
      checked.documents.length > 0
        ? { types: checked.documents.map(({ type }) => type), kept: checked.documents.length }
        : undefined,
    canApprove: false, // makers never approve their own payments
    exchange: order.exchange,
    nameCheck: nameCheck.result && { result: nameCheck.result, actualName: nameCheck.actualName },
  });
}

export const createPayments = createPaymentBatch;

export const worstCaseUnderApproval = worstCaseDuringApproval;

export const approvalRequirementsForPayments = approvalRequirementsForAmounts;

export type TrackedHop = TrackerUpdate;

export async function requirePayerAddress({ tx }: Pick<Ctx, 'tx'>, { customerId }: Payer): Promise<void> {
  if (!(await findCustomerAddress(tx, customerId))) throw new Refusal('payer_address_missing');
}

export const requirePayeeReference = requireValidReference;

export const routeToPayee = crossBorderRoute;

export const routeBySwift = swiftRoute;
export const swiftCurrencies = listSwiftCurrencies;
export const swiftPayeeTypes = supportedPayeeTypes('swift');

export const executionScheduleFor = findExecutionSchedule;

export const viewOfPrice = loadPriceView;
export const totalCostOfPayment = totalCost;
export const deductedChargesOf = deductedCharges;
export const expectedChargesOf = expectedCharges;

export const parseQuotedFee = requireQuotedFee;

export const viewOwnSwift = async (ctx: CustomerCtx, id: string): Promise<PaymentView> =>
  viewOwnPayment(ctx, await requireOwnSwiftPayment(ctx, id));

export const trackOwnSwift = trackOwnPayment;
