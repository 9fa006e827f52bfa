import type { PaymentScheme, PaymentState, PaymentView } from '@larkmere/contract/payment';
import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { PaymentEvidence } from '@larkmere/contract/payment-evidence';
import { type Currency, type Money, zero } from '@larkmere/money/money';
import type { Selectable } from 'kysely';
import { type Acting, actingFor } from '../customer/customer.ts';
import type { Quote } from '../fx/fx.ts';
import type { Tx } from '../kernel/db.ts';
import { together } from '../kernel/driver.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { PaymentPayment } from '../kernel/schema.gen.ts';
import type { Ctx, CustomerCtx } from '../kernel/verb.ts';
import { askTeam } from './ask-team.ts';
import { asksOfCurrencies } from './background.sql.ts';
import { bookPayment } from './book-payment.ts';
import { checkOrder } from './check-order.ts';
import type { CreditTold } from './credit-told.ts';
import { demandsOnMoney } from './demands.ts';
import { exchangeLater, worstWhileAsked } from './exchange-later.ts';
import { proofOf } from './made-after-all.ts';
import { makeMany } from './make-many.ts';
import { movePayment, type ReviewDecision } from './move-payment.ts';
import { addressOfCustomer } from './payment.read.ts';
import { findPaymentOfSource, lockPayer } from './payment.sql.ts';
import { viewOf, viewPayment } from './payment.view.ts';
import { chargesKept, costOf } from './payment-cost.ts';
import type { Standing } from './payment-standing.ts';
import { planFor } from './plan.ts';
import { priceOf, requireFee, viewPrice, type Way } from './price.ts';
import type { RailHop } from './rails/rail.ts';
import { typesOf } from './reach.ts';
import { requireReference } from './reference.ts';
import { requireRepeatedBackground } from './require-background.ts';
import { changeWaits, type Waits } from './say-anew.ts';
import { requireProof, settleMade } from './settle-made.ts';
import { requireOwnSwift, trackOwn, viewOwn } from './show-payment.ts';
import { expectedCharges } from './swift-charges.ts';
import { currenciesBySwift } from './swift-currencies.ts';
import { swift, wayAbroad, wayOf, waysOf } from './way.ts';

export type Payment = Readonly<Selectable<PaymentPayment>>;

export type Payer = Acting;

export type PaymentOrder = Readonly<{
  kind: 'domestic' | 'swift' | 'global_same' | 'global_cross' | 'internal';
  rail: Way['rail'];
  route?: 'direct' | 'ifx';
  service: string;
  sourceBankholderId: string;
  payeeUid: string;
  payeeVersion: number;
  amount: Money;
  /** The fee that the customer saw; a different one is refused with `price_changed`. */
  fee?: Money;
  mostFee?: Money;
  reference: string;
  scheme?: PaymentScheme;
  chargeBearer?: 'OUR' | 'SHA' | 'BEN';
  /** Omitted fields are taken from the payee. */
  said?: (PaymentBackground & Readonly<{ warnedAt?: Date | undefined }>) | undefined;
  brings?: (PaymentEvidence & Readonly<{ endToEndId?: string | undefined }>) | undefined;
  /** No money is held before this day. */
  executionDate?: string | undefined;
  /** The scheduled payment to execute, and the highest fee that was agreed to. */
  due?: Readonly<{ id: string; feeAtMost: Money }>;
  exchange?: Quote;
  keepQuote?: () => Promise<void>;
  worst?: string | undefined;
  /** One source creates one payment, however often it is retried. */
  source?: Readonly<{ kind: 'standing_order' | 'bulk' | 'auto_fx'; id: string }>;
  teamApproved?: boolean;
  draftUid?: string | undefined;
  confirmDuplicate?: boolean | undefined;
  /** Redeems the PIN authorisation with the first write, so that an earlier refusal has no side effects. */
  approve?: () => Promise<void>;
}>;

export type PaymentNews = Standing &
  Readonly<{
    paymentId: string;
    customerId: string;
    personId: string;
    kind: PaymentOrder['kind'];
    state: PaymentState;
    amount: string;
    currency: string;
    payeeName: string;
    reference: string;
    /** Absent in events from before resubmission existed. */
    attempt?: number;
  }>;

export type RecallNews = PaymentNews & Readonly<{ outcome: 'accepted' | 'refused' }>;

export type CreditNews = CreditTold;

export const payerOf = (tx: Tx, personId: string): Promise<Payer | undefined> => actingFor(tx, personId);

export const feeNow = async (ctx: Ctx, payer: Payer, way: Way, currency: Currency): Promise<Money> =>
  (await priceOf(ctx, payer, way, zero(currency))).standardFee;

export const priceOfPayment = priceOf;

export const requireBackgroundOf = requireRepeatedBackground;
export const askedByCurrency = asksOfCurrencies;
export const wayOfPayment = wayOf;
export const waysOfPayments = waysOf;

/** Decides a payment under review. The caller authorises and audits. Refuses `not_found` and `invalid_transition`. */
export const decidePayment = (ctx: Ctx, id: string, decision: ReviewDecision): Promise<Payment> =>
  movePayment(ctx, id, decision);

export const settlePayment = settleMade;
export const requirePaidOut = requireProof;
export const proofOfPayment = proofOf;

/** The caller has locked the payment and checked its state. */
export const sayAnew = (ctx: Ctx, id: string, waits: Partial<Waits>, { isTold = true } = {}): Promise<Payment> =>
  changeWaits(ctx, id, waits, isTold);

/**
 * Creates a payment inside the caller's transaction: checks, prices and screens it, holds the money and stores it, or
 * refuses and leaves nothing behind. A scheduled payment holds no money and is checked again on its day. The caller has
 * verified that the payer wants it. A source that retries gets its first payment back.
 */
export async function makePayment(ctx: Ctx, payer: Payer, wanted: PaymentOrder): Promise<PaymentView> {
  const { tx } = ctx;
  const locked = lockPayer(tx, payer.customerId); // later queries on this connection wait for it
  const before = wanted.source && (await together(locked, findPaymentOfSource(tx, wanted.source)))[1];
  if (before) return viewPayment({ ...ctx, actor: payer }, before, wanted.sourceBankholderId);
  const order = (await together(locked, exchangeLater(ctx, payer, wanted)))[1];
  const checked = await checkOrder(ctx, payer, order);
  const payment = await bookPayment(ctx, payer, order, checked);
  const team = checked.demands.length > 0 ? await askTeam(ctx, payment, checked.demands) : null;
  const { account, nameCheck, price } = checked;
  if (checked.draft) return viewPayment({ ...ctx, actor: payer }, payment, account.bankholderId);
  return viewOf(payment, {
    bankholderId: account.bankholderId,
    transitions: (checked.plan || team ? [payment.state] : ['screening', payment.state]).map((state) => ({
      state,
      at: payment.created_at,
      note: null,
    })),
    freeTransfer: price.freeTransfers.length > 0,
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

export const makePayments = makeMany;

export const worstUnderRule = worstWhileAsked;

export const demandsOnPayments = demandsOnMoney;

export type Hop = RailHop;

export async function requirePayerAddress({ tx }: Pick<Ctx, 'tx'>, { customerId }: Payer): Promise<void> {
  if (!(await addressOfCustomer(tx, customerId))) throw new Refusal('payer_address_missing');
}

export const requirePayeeReference = requireReference;

export const wayToPayee = wayAbroad;

export const swiftWay = swift;
export const swiftCurrencies = currenciesBySwift;
export const typesPaidBySwift = typesOf('swift');

export const planOfPayment = planFor;

export const viewOfPrice = viewPrice;
export const costOfPayment = costOf;
export const keptOnTheWay = chargesKept;
export const chargesExpected = expectedCharges;

export const feeShown = requireFee;

export const viewOwnSwift = async (ctx: CustomerCtx, id: string): Promise<PaymentView> =>
  viewOwn(ctx, await requireOwnSwift(ctx, id));

export const trackOwnSwift = trackOwn;
