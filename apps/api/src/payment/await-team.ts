import type { RailName } from '@larkmere/contract/rail-name';
import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, compare, money } from '@larkmere/money/money';
import { findBankAccount } from '../bank-account/bank-account.ts';
import { actingFor, requireActive, requireSwift } from '../customer/customer.ts';
import { documentsOfPayments } from '../document/document.ts';
import type { ToUse } from '../fx/fx.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { requireUsablePayee, versionStillPaying } from '../payee/payee.ts';
import { recordHits } from '../screening/screening.ts';
import type { SentBack, Subject } from '../team-approval/team-approval.ts';
import { contentOf } from './ask-team.ts';
import { endPayment } from './end-payment.ts';
import { agreedQuote, columnsOfExchange, exchangeNow } from './exchange-later.ts';
import { hasFreeTrade } from './free-trade.sql.ts';
import { requireWithinLimits } from './limits.ts';
import { changePayment, enterState, findPayment, lockPayer, lockPayment } from './payment.sql.ts';
import type { Payer, Payment } from './payment.ts';
import { newsOf } from './payment.view.ts';
import { paymentHeld, paymentWaiting } from './payment-news.ts';
import { type Price, priceOf } from './price.ts';
import type { RailAccount, RailAddress } from './rails/rail.ts';
import { screenPayment } from './screen-payment.ts';
import { holdExchanged } from './set-aside.ts';
import { expectedCharges } from './swift-charges.ts';
import { capFor, requireWithinCap, riskTo } from './way.ts';
import { waitsOf } from './write-payment.ts';

async function waiting({ tx }: Ctx, id: string): Promise<Payment | undefined> {
  const found = await findPayment(tx, id);
  if (!found) return undefined;
  await lockPayer(tx, found.customer_id);
  const payment = await lockPayment(tx, id);
  return payment?.state === 'awaiting_approval' ? payment : undefined;
}

async function required(ctx: Ctx, id: string): Promise<Payment> {
  const payment = await waiting(ctx, id);
  if (!payment) throw new Refusal('invalid_transition');
  return payment;
}

const gone = 'Whoever made this payment is no longer with you. Nothing was sent.';
const otherPayee = 'The details of the payee were changed after this payment was made. Nothing was sent.';

/**
 * Runs after the last approval. A scheduled payment waits for its day; any other is checked as if created now. Returns
 * a sentence if the payment can never be sent.
 */
async function letGo(ctx: Ctx, id: string): Promise<string | undefined> {
  const payment = await required(ctx, id);
  const payer = await actingFor(ctx.tx, payment.person_id);
  if (!payer) return gone;
  requireActive(payer.accountStatus);
  if (payment.rail === 'swift') await requireSwift(ctx.tx, payer.customerId);
  return payment.leaves_at === null ? leaveNow(ctx, payer, payment) : leaveLater(ctx, payment);
}

async function leaveLater(ctx: Ctx, { id, payee_id, payee_version, leaves_at }: Payment): Promise<string | undefined> {
  if ((await versionStillPaying(ctx.tx, { id: payee_id, version: payee_version })) === undefined) return otherPayee;
  await enterState(ctx.tx, id, { state: 'awaiting_sca' });
  const scheduled = await enterState(ctx.tx, id, {
    state: 'scheduled',
    try_at: leaves_at,
    next_update_at: leaves_at,
    deadline_at: null,
  });
  await emit(ctx, paymentWaiting, newsOf(scheduled));
  return undefined;
}

async function leaveNow(ctx: Ctx, payer: Payer, payment: Payment): Promise<string | undefined> {
  const { tx } = ctx;
  const account = await findBankAccount(tx, payment.account_id);
  if (account?.status !== 'active') throw new Refusal('account_not_usable');
  const why = await whyNotPayee(ctx, payer, payment);
  if (why) return why;
  const exchange = await exchangeNow(ctx, payer, payment);
  const amount = exchange?.quote.price.buy ?? money(payment.currency as Currency, payment.amount_minor);
  const spent = exchange?.quote.price.sell ?? amount;
  const way = { rail: payment.rail as RailName, service: payment.service ?? '' };
  const price = await priceOf(ctx, payer, { ...way, ...bearerOf(payment) }, spent, { leftOut: payment.id });
  requireWithinLimits(price);
  requireWithinCap(amount, await capFor(tx, way, payment.payee_account as RailAccount, amount.currency));
  const fee = money(price.fee.currency, payment.fee_minor);
  const isFree = (await hasFreeTrade(tx, [payment.id])).has(payment.id);
  if (!isFree && compare(fee, price.standardFee) !== 0)
    return `The fee is ${moneyText(price.standardFee)} by now, and not ${moneyText(fee)}. Nothing was sent.`;
  if (!exchange) await goOn(ctx, payment, price);
  else {
    await goOn(ctx, await exchanged(ctx, payment, exchange), price);
    await holdExchanged(ctx, payment, { payer: account.ledgerAccountId, fee, exchange: exchange.quote });
  }
  return undefined;
}

const bearerOf = ({ charge_bearer }: Payment) =>
  charge_bearer === null ? {} : { chargeBearer: charge_bearer as 'OUR' | 'SHA' | 'BEN' };

async function exchanged(ctx: Ctx, payment: Payment, exchange: ToUse): Promise<Payment> {
  const { tx } = ctx;
  await exchange.keep();
  const { buy } = exchange.quote.price;
  const expected = payment.rail === 'swift' ? await expectedCharges(tx, { amount: buy, ...bearerOf(payment) }) : null;
  return changePayment(tx, payment.id, {
    ...columnsOfExchange(exchange),
    charges_expected_minor: expected?.minor ?? null,
    available_after_minor: null,
  });
}

async function whyNotPayee(ctx: Ctx, payer: Payer, { payee_id, payee_version }: Payment): Promise<string | undefined> {
  try {
    await requireUsablePayee({ tx: ctx.tx, actor: payer }, payee_id, payee_version);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === 'name_check_forbidden' ? error.message : otherPayee;
  }
}

/** The PIN of the last approver is the strong customer authentication. Screening follows while the money stays held. */
async function goOn(ctx: Ctx, payment: Payment, price: Price): Promise<void> {
  const { tx, now } = ctx;
  const { id } = payment;
  const risk = await riskTo(tx, payment.payee_account as RailAccount, payment.payee_address as RailAddress | null);
  const screening = await screenPayment(ctx, {
    rail: payment.rail,
    currency: payment.currency,
    amountMinor: payment.amount_minor,
    payerName: payment.payer_name,
    payeeName: payment.payee_name,
    risk,
    sent: (await documentsOfPayments(tx, [id])).get(id)?.checked ?? [],
  });
  await changePayment(tx, id, {
    leaves_at: now,
    not_before: price.opensAt > now ? price.opensAt : null,
    arrival_earliest: price.arrival.earliest,
    arrival_latest: price.arrival.latest,
    arrival_days_off: price.arrival.daysOff,
    documents_required: screening.state === 'in_review' ? [...screening.documents] : [],
  });
  await enterState(tx, id, { state: 'awaiting_sca', next_update_at: null, deadline_at: null });
  await enterState(tx, id, { state: 'screening' });
  const waits = waitsOf(now, { screening, price });
  const released = await enterState(tx, id, {
    state: screening.state,
    reason_code: waits?.reasonCode ?? null,
    reason: waits?.reason ?? null,
    next_step: waits?.nextStep ?? null,
    next_update_at: waits?.nextUpdateAt ?? null,
    deadline_at: waits?.deadlineAt ?? null,
  });
  if (screening.state === 'in_review') await recordHits(ctx, id, screening.hits);
  const mayGo = released.state === 'ready' && released.not_before === null;
  await emit(ctx, mayGo ? paymentHeld : paymentWaiting, newsOf(released));
}

export const paymentSubject: Subject = {
  look: async (ctx, id) => {
    const payment = await waiting(ctx, id);
    return payment && contentOf(payment, await agreedQuote(ctx, payment));
  },
  approve: letGo,
  sendBack: async (ctx: Ctx, id: string, end: SentBack, reason: string) => {
    const state = end === 'expired' ? 'expired' : 'draft';
    await endPayment(ctx, await required(ctx, id), state, { code: null, sentence: reason });
  },
};
