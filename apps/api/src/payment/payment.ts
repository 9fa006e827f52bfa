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

/** Whose money it is and who asks; a signed-in customer is one. */
export type Payer = Acting;

/** What a payment is to be, whoever asks for it: a customer, a standing order, a row of a bulk file, an exchange. */
export type PaymentOrder = Readonly<{
  kind: 'domestic' | 'swift' | 'global_same' | 'global_cross' | 'internal';
  rail: Way['rail'];
  route?: 'direct' | 'ifx';
  /** The key in `payment.service` that must be on. */
  service: string;
  sourceBankholderId: string;
  payeeUid: string;
  payeeVersion: number;
  amount: Money;
  /** The fee that was shown; another one by now is refused with `price_changed`. Without it the fee in force is taken. */
  fee?: Money;
  /** The most that it may cost, for whoever agreed to that; more is refused with `price_changed`. */
  mostFee?: Money;
  /** What the payee reads on the statement. */
  reference: string;
  /** How the payer wants euros to travel; the rail says how they do. */
  scheme?: PaymentScheme;
  chargeBearer?: 'OUR' | 'SHA' | 'BEN';
  /** What the payer says of it beyond the words for the payee, and was warned of, now or at a moment before; what is left out stands with the payee. */
  said?: (PaymentBackground & Readonly<{ warnedAt?: Date | undefined }>) | undefined;
  /** What they bring along with it, and their own number of it. */
  brings?: (PaymentEvidence & Readonly<{ endToEndId?: string | undefined }>) | undefined;
  /** The later day on which it is to leave. Nothing is set aside before, and the fee is the most that it may cost then. */
  executionDate?: string | undefined;
  /** The planned payment whose day has come, and the fee that was agreed to for it at most. */
  due?: Readonly<{ id: string; feeAtMost: Money }>;
  /** Paid out of another currency, at a quote that the caller has locked. Its sold side leaves, its bought side is `amount`. */
  exchange?: Quote;
  /** Writes that quote down along with the payment, where it is used the moment it is made. */
  keepQuote?: () => Promise<void>;
  /** What may leave at most, or be sent at least, when colleagues approve it at the rate of then: as it was shown. */
  worst?: string | undefined;
  /** What asks for it when it is not a customer. One thing makes one payment, however often it asks. */
  source?: Readonly<{ kind: 'standing_order' | 'bulk' | 'auto_fx'; id: string }>;
  /** Colleagues have approved it with what it is part of. */
  teamApproved?: boolean;
  /** The payment whose place it takes: one that came back from colleagues as a draft, and goes once more as it is wanted now. */
  draftUid?: string | undefined;
  /** The payer knows of the equal payment made a moment ago. */
  confirmDuplicate?: boolean | undefined;
  /** Redeems the approval of the PIN along with the first writing: a refusal before it costs the others nothing. */
  approve?: () => Promise<void>;
}>;

/** What a listener needs to tell the payer, without asking the payment again: the five figures of every waiting state too. */
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
    /** Which of its orders. Events of the time before a second one was possible have none. */
    attempt?: number;
  }>;

export type RecallNews = PaymentNews & Readonly<{ outcome: 'accepted' | 'refused' }>;

export type CreditNews = CreditTold;

/** The payer behind a person, for whoever pays in their name without being asked at the moment. Undefined when there is none. */
export const payerOf = (tx: Tx, personId: string): Promise<Payer | undefined> => actingFor(tx, personId);

/** What one payment costs now without a free transfer, for whoever shows the cost of many. Refuses with `service_off`. */
export const feeNow = async (ctx: Ctx, payer: Payer, way: Way, currency: Currency): Promise<Money> =>
  (await priceOf(ctx, payer, way, zero(currency))).standardFee;

/** What a payment costs at this moment. Refuses with `service_off`. */
export const priceOfPayment = priceOf;

/** What partners ask of payments has been said, or stands with the payee. Refuses `background_missing`, `not_found`. */
export const requireBackgroundOf = requireRepeatedBackground;
/** What that is, by currency. */
export const askedByCurrency = asksOfCurrencies;
/** The rail that a payment in its own currency takes. Refuses with `unsupported_destination`. */
export const wayOfPayment = wayOf;
/** The same for many payments, decided by one look at the rules. */
export const waysOfPayments = waysOf;

/**
 * Moves a payment that waits for a review: on to its rail, to its payer with a question and back, or to an end at which the
 * money is available again. Whoever decides has been judged by the caller, who also writes the audit log. Refuses
 * `not_found`, and `invalid_transition` for what the table of states does not know.
 */
export const decidePayment = (ctx: Ctx, id: string, decision: ReviewDecision): Promise<Payment> =>
  movePayment(ctx, id, decision);

/** What the bank gave back and made after all is completed by the bank's own word; whether it could be, and that word. */
export const settlePayment = settleMade;
export const requirePaidOut = requireProof;
export const proofOfPayment = proofOf;

/**
 * What a payment that stays under review says anew: why it waits, what comes next, and by when its payer hears more. The
 * caller has locked it and knows its state.
 */
export const sayAnew = (ctx: Ctx, id: string, waits: Partial<Waits>, { isTold = true } = {}): Promise<Payment> =>
  changeWaits(ctx, id, waits, isTold);

/**
 * The one way to make a payment, inside the caller's transaction: account, payee, limits, price, funds and the equal
 * payment of a moment ago are looked at, the payment is screened, and then the money is set aside and everything about it
 * written, or nothing. One for a later day is written without money, and all but the limits is looked at again then. What
 * colleagues have to approve waits for them, with its money set aside. That the payer wants it has been proved by the
 * caller. Whatever else than a customer asks is answered with its first payment when it asks again. What takes the place of
 * a draft is that payment from then on.
 *
 * Refuses with `account_restricted`, `not_found`, `account_not_usable`, `payee_changed`, `payee_not_approved`,
 * `unsupported_destination`, `swift_not_enabled`, `service_off`, `limit_exceeded`, `price_changed`, `insufficient_funds`,
 * `duplicate_suspected`, `execution_date_invalid`, `access_denied`, `approval_required`, `invalid_transition`; nothing is left behind.
 */
export async function makePayment(ctx: Ctx, payer: Payer, wanted: PaymentOrder): Promise<PaymentView> {
  const { tx } = ctx;
  const locked = lockPayer(tx, payer.customerId); // what is read behind it waits for it
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
    canApprove: false, // nobody approves their own
    exchange: order.exchange,
    nameCheck: nameCheck.result && { result: nameCheck.result, actualName: nameCheck.actualName },
  });
}

/**
 * As `makePayment`, for many orders of one payer that something else than the payer asks for, such as the rows of a file.
 * Answers the payments' ids in the order of the orders; a refusal costs the others nothing.
 */
export const makePayments = makeMany;

/** The worst that may become of a quote while colleagues approve what is paid at it; undefined when nobody has to. */
export const worstUnderRule = worstWhileAsked;

/** What the rules demand of the colleagues of somebody who makes so many payments at once. */
export const demandsOnPayments = demandsOnMoney;

/** One report of the tracker about a payment by SWIFT. */
export type Hop = RailHop;

/** Refuses with `payer_address_missing` whoever wants to pay abroad and of whom we do not know where they live. */
export async function requirePayerAddress({ tx }: Pick<Ctx, 'tx'>, { customerId }: Payer): Promise<void> {
  if (!(await addressOfCustomer(tx, customerId))) throw new Refusal('payer_address_missing');
}

/** What a rail carries as a reference in this currency; refuses with `reference_invalid` anything else. */
export const requirePayeeReference = requireReference;

/** The rail to a payee abroad. Refuses with `unsupported_destination`. */
export const wayToPayee = wayAbroad;

/** By SWIFT, while it is not said yet whom. */
export const swiftWay = swift;
/** In what can be sent by SWIFT by a tier, and whether that is possible now. */
export const swiftCurrencies = currenciesBySwift;
/** The types of payee that are paid by SWIFT. */
export const typesPaidBySwift = typesOf('swift');

/** What planning for a day comes to. Refuses with `execution_date_invalid`. */
export const planOfPayment = planFor;

/** A price as the customer sees it. */
export const viewOfPrice = viewPrice;
/** All that a payment costs beside what arrives, in the currency that leaves. */
export const costOfPayment = costOf;
/** What banks on the way kept, once it is known. */
export const keptOnTheWay = chargesKept;
/** What the banks on the way are expected to keep. */
export const chargesExpected = expectedCharges;

/** The fee that a customer was shown; refuses with `amount_invalid`. */
export const feeShown = requireFee;

/** The caller's payment by SWIFT as they see it. Any other looks like none: `not_found`. */
export const viewOwnSwift = async (ctx: CustomerCtx, id: string): Promise<PaymentView> =>
  viewOwn(ctx, await requireOwnSwift(ctx, id));

/** What the tracker told of it. Any other looks like none: `not_found`. */
export const trackOwnSwift = trackOwn;
