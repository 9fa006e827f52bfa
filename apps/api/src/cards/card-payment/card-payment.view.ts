import type { CustomerCardPayment } from '@larkmere/contract/back-office/customer-card-payment';
import type { CardPaymentDeclineCode } from '@larkmere/contract/cards/card-issuer';
import type { CardPaymentDetails, CardPaymentRemedy, CardPaymentView } from '@larkmere/contract/cards/card-payment';
import type { contract } from '@larkmere/contract/contract';
import type { MoneyView } from '@larkmere/contract/platform/fields';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { type Message, message } from '@larkmere/messages/message';
import { toDisplayedRate } from '@larkmere/money/displayed-rate';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { tierRate } from '../../fx/conversion/conversion.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Ctx, CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { requireVisibleCard } from '../issued-card/issued-card.ts';
import { documentsOf, requireVisiblePayment, toCardDocument } from './card-documents.ts';
import { type PaymentContext, selectPaymentContexts } from './card-payment.read.ts';
import { type CardPayment, selectPage, selectPaymentsOfCustomer, selectUsage } from './card-payment.sql.ts';
import { stepsBetween, type TotalsRow } from './card-payment-events.ts';
import { type CardPaymentTerms, chargeFor, costOf } from './charge.ts';
import { selectDisputes } from './dispute.sql.ts';
import { canDispute, disputableOf, isEnded, viewDisputes } from './open-dispute.ts';
import { termsOf } from './terms.ts';

const moneyView = (currency: Currency, minor: bigint): MoneyView => ({
  amount: formatAmount(money(currency, minor)),
  currency,
});

async function viewPayments({ tx }: Pick<CustomerCtx, 'tx'>, rows: readonly CardPayment[]): Promise<CardPaymentView[]> {
  const contexts = await selectPaymentContexts(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => viewPayment(row, contexts.get(row.id)));
}

function viewPayment(payment: CardPayment, context: PaymentContext | undefined): CardPaymentView {
  const { currency } = payment;
  const terms = termsOf(payment);
  const cost = costs(payment, terms);
  const { declineCode } = payment;
  return {
    uid: payment.id,
    reference: payment.reference,
    cardId: payment.cardId,
    holderName: context?.holderName ?? '',
    last4: context?.last4 ?? null,
    merchant: {
      name: payment.merchantName,
      city: payment.merchantCity,
      country: payment.merchantCountry,
      category: payment.merchantCategory,
    },
    channel: payment.channel,
    state: payment.state,
    at: payment.countedAt.toISOString(),
    amount: moneyView(currency, cost.amount),
    held: moneyView(currency, cost.held),
    refunded: moneyView(currency, cost.refunded),
    original: originalOf(payment, cost.billed),
    exchange: terms?.exchange ? viewExchange(terms, terms.exchange, cost.billed) : null,
    declineCode,
    reason: declineCode && declineReason(declineCode, currency, payment.declineLimitMinor),
    remedy: declineCode && remedies[declineCode],
    hasReceipt: context?.hasReceipt ?? false,
    receiptMissing: context?.isFirm === true && !context.hasReceipt && isSpent(payment),
    dispute: context?.dispute ?? null,
  };
}

const isSpent = ({ clearedMinor, refundedMinor }: CardPayment): boolean => clearedMinor > refundedMinor;

/** Of a declined payment, and of one of which nothing is left, what was asked for. */
function costs(payment: CardPayment, terms: CardPaymentTerms | undefined) {
  const { heldMinor, clearedMinor, refundedMinor, askedMinor, takenMinor } = payment;
  const paid = heldMinor + clearedMinor;
  const billed = paid === 0n && refundedMinor === 0n ? askedMinor : paid;
  const cost = (minor: bigint): bigint => (terms ? costOf(chargeFor(terms, minor)) : 0n);
  return {
    billed,
    amount: cost(billed),
    held: cost(paid) - cost(clearedMinor),
    refunded: cost(clearedMinor) - takenMinor,
  };
}

/** The merchant's amount, if the whole of it is known; otherwise what was billed. */
const originalOf = (payment: CardPayment, billed: bigint): MoneyView =>
  payment.originalMinor > 0n && payment.originalCurrency !== payment.billingCurrency
    ? moneyView(payment.originalCurrency, payment.originalMinor)
    : moneyView(payment.billingCurrency, billed);

function viewExchange(
  terms: CardPaymentTerms,
  { mid, marginBps }: NonNullable<CardPaymentTerms['exchange']>,
  billed: bigint,
): CardPaymentView['exchange'] {
  return {
    billed: moneyView(terms.billing, billed),
    rate: toDisplayedRate(tierRate(mid, marginBps)),
    fee: moneyView(terms.currency, chargeFor(terms, billed).fee),
  };
}

function declineReason(code: CardPaymentDeclineCode, currency: Currency, limit: bigint | null): string {
  const over = limit === null ? null : money(currency, limit);
  return formatMessage(defaultLanguage, declineMessage(code, over));
}

const remedies: Readonly<Record<CardPaymentDeclineCode, CardPaymentRemedy | null>> = {
  insufficient_funds: 'add_money',
  over_payment_limit: 'raise_limit',
  over_daily_limit: 'raise_limit',
  over_monthly_limit: 'raise_limit',
  channel_off: 'turn_on_channel',
  card_frozen: 'unfreeze',
  card_stopped: 'contact_us',
  card_inactive: 'activate',
  card_blocked: null,
  card_expired: null,
  account_restricted: 'contact_us',
  merchant_not_allowed: null,
  wrong_pin: null,
  wrong_details: null,
  suspected_fraud: 'contact_us',
  not_available: null,
};

async function viewDetails(ctx: CustomerCtx, payment: CardPayment): Promise<CardPaymentDetails> {
  const { tx, now } = ctx;
  const [view] = await viewPayments(ctx, [payment]);
  const disputes = await selectDisputes(tx, [payment.id]);
  const { currency, billingCurrency, shortfallMinor: missing, recoveredMinor: paid } = payment;
  return {
    ...present(view, 'the view of a payment'),
    timeline: await timelineOf(tx, payment),
    documents: (await documentsOf(tx, [payment.id])).map(toCardDocument),
    disputes: await viewDisputes(tx, payment, disputes),
    canDispute: canDispute(payment, disputes, now),
    disputable: moneyView(billingCurrency, disputes.every(({ state }) => isEnded(state)) ? disputableOf(payment) : 0n),
    shortfall:
      missing === 0n ? null : { missing: moneyView(currency, missing), open: moneyView(currency, missing - paid) },
  };
}

type Change = TotalsRow & Readonly<{ state: string; at: Date }>;

async function timelineOf(tx: Tx, payment: CardPayment): Promise<CardPaymentDetails['timeline']> {
  const terms = termsOf(payment);
  const { rows } = await sql<Change>`
    select state, held_minor, cleared_minor, refunded_minor, at from card_payment.transition
    where payment_id = ${payment.id} order by seq`.execute(tx);
  return rows.flatMap((change, i) => {
    const at = change.at.toISOString();
    const whole = moneyView(payment.currency, costs(payment, terms).amount);
    if (change.state === 'declined' || change.state === 'verified') return [{ step: change.state, amount: whole, at }];
    return stepsBetween(terms, rows[i - 1], change).map(({ step, minor }) => ({
      step,
      amount: moneyView(payment.currency, minor),
      at,
    }));
  });
}

const maxPayments = 100;

const toMoney = (currency: Currency, minor: bigint) => ({
  amount: formatAmount(money(currency, minor)),
  currency,
});

export async function listPaymentsOfCustomer(ctx: Pick<Ctx, 'tx'>, customerId: string): Promise<CustomerCardPayment[]> {
  const rows = await selectPaymentsOfCustomer(ctx.tx, customerId, maxPayments);
  const views = await viewPayments(ctx, rows);
  const disputes = await selectDisputes(
    ctx.tx,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row, i) => {
    const view = views[i];
    if (!view) return [];
    return {
      ...view,
      owed: toMoney(row.currency, row.shortfallMinor - row.recoveredMinor),
      suspended: toMoney(row.currency, row.suspendedMinor),
      disputes: disputes
        .filter(({ paymentId }) => paymentId === row.id)
        .map((dispute) => ({
          uid: dispute.id,
          state: dispute.state,
          reason: dispute.reason,
          amount: toMoney(row.billingCurrency, dispute.amountMinor),
          openedAt: dispute.openedAt.toISOString(),
        })),
    };
  });
}

const limitCodes = ['over_payment_limit', 'over_daily_limit', 'over_monthly_limit'] as const;
const isLimit = (code: string): code is (typeof limitCodes)[number] => (limitCodes as readonly string[]).includes(code);

/** Why a payment was declined, and what to do. `limit`: the one that it was over, if it was ours. */
export const declineMessage = (code: CardPaymentDeclineCode, limit: Money | null): Message =>
  isLimit(code) && limit !== null
    ? message(`card_payment_declined_${code}_of`, { limit })
    : message(`card_payment_declined_${code}`);

export const listCardPayments: Verb<typeof contract.cardPayment.list> = async (ctx, { cardId, cursor, size }) => {
  const card = await requireVisibleCard(ctx, cardId);
  const rows = await selectPage(ctx.tx, { cardId: card.id, before: readCursor(cursor), size: size + 1 });
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const next = rows.length > size && last ? `${last.countedAt.getTime()}_${last.id}` : null;
  return { list: await viewPayments(ctx, page), next };
};

function readCursor(cursor: string | undefined) {
  const [at, id] = cursor?.split('_') ?? [];
  return at === undefined || id === undefined ? null : { at: new Date(Number(at)), id };
}

export const showCardUsage: Verb<typeof contract.cardPayment.usage> = async (ctx, { cardId }) => {
  const card = await requireVisibleCard(ctx, cardId);
  const currency = card.currency;
  const { today, month } = await selectUsage(ctx.tx, card.id);
  const show = (minor: bigint) => ({ amount: formatAmount(money(currency, minor)), currency });
  return { today: show(today), month: show(month) };
};

export const showCardPayment: Verb<typeof contract.cardPayment.view> = async (ctx, { id }) =>
  viewDetails(ctx, await requireVisiblePayment(ctx, id));
