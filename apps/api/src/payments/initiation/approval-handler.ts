import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { compare, type Money, money } from '@larkmere/money/money';
import { type BankAccount, findBankAccount } from '../../accounts/bank-account/bank-account.ts';
import { defineApproval, type MakerCtx } from '../../approvals/approval/approval.ts';
import { uploadedTypesByPayment } from '../../checks/document/document.ts';
import { recordScreeningHits } from '../../checks/screening/screening.ts';
import { requireAccountAction, requireSwift } from '../../customers/customer/customer.ts';
import { type EndedQuote, storeEndedQuote } from '../../fx/conversion/conversion.ts';
import { requirePayablePayee, selectUnchangedVersion } from '../../payees/payee/payee.ts';
import { emit } from '../../platform/events/outbox.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { endPayment } from '../payment/end-payment.ts';
import { findPaymentsWithFeeWaiver } from '../payment/fee-waiver.sql.ts';
import { findBankholderIds } from '../payment/payment.read.ts';
import { enterState, findPayment, lockPayer, lockPayment, updatePayment } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import { toPaymentEvent } from '../payment/payment.view.ts';
import { paymentHeld, paymentWaiting } from '../payment/payment-events.ts';
import {
  calculatePrice,
  expectedCharges,
  type Price,
  payeeBankLimitFor,
  requireCountryRisk,
  requireWithinLimits,
  requireWithinPayeeBankLimit,
} from '../pricing/pricing.ts';
import { approvalContentOf } from './approval-content.ts';
import { findAgreedQuote, priceDeferredExchange, toExchangeColumns } from './deferred-exchange.ts';
import { departureColumns, pendingColumns, pendingDetailsOf } from './pending-details.ts';
import { replaceWithExchangedHold } from './place-hold.ts';
import { screenPayment } from './screen-payment.ts';

/**
 * A scheduled payment waits for its day after the last approval; any other is checked as if created now.
 */
export const paymentApproval = defineApproval({
  kind: 'payment',
  nothingDone: defaultText('payment_not_done'),
  snapshot: async ({ tx }, id) => {
    const found = await findPayment(tx, id);
    if (!found) return undefined;
    await lockPayer(tx, found.customerId);
    const payment = await lockPayment(tx, id);
    return payment?.state === 'awaiting_approval' ? payment : undefined;
  },
  accounts: async ({ tx }, payment) => [...(await findBankholderIds(tx, [payment])).values()],
  describe: async (ctx, payment) => approvalContentOf(payment, await findAgreedQuote(ctx, payment)),
  validate: async (asMaker, payment) => {
    const { tx, actor } = asMaker;
    requireAccountAction(actor.accountStatus, 'send', ['own_account']);
    if (payment.rail === 'swift') await requireSwift(tx, actor.customerId);
    if (payment.executeAt === null) return checkAsCreatedNow(asMaker, payment);
    const { payeeId: id, payeeVersion: version } = payment;
    if ((await selectUnchangedVersion(tx, { id, version })) === undefined) throw payeeChanged();
    return undefined;
  },
  release: async (ctx, payment, { valid }) =>
    valid ? releaseNow(ctx, payment, valid) : releaseToSchedule(ctx, payment),
  reject: async (ctx, payment, end, reason) => {
    const state = end === 'expired' ? 'expired' : 'draft';
    await endPayment(ctx, payment, state, { code: null, sentence: reason });
  },
});

const payeeChanged = (): Refusal => new Refusal('payee_changed', { reason: message('payment_payee_changed') });

type CheckedPayment = Readonly<{
  account: BankAccount;
  price: Price;
  fee: Money;
  exchange: EndedQuote | undefined;
}>;

async function checkAsCreatedNow(asMaker: MakerCtx, payment: Payment): Promise<CheckedPayment> {
  const { tx, actor: payer } = asMaker;
  const account = await findBankAccount(tx, payment.accountId);
  if (account?.status !== 'active') throw new Refusal('account_not_usable');
  await requireSamePayee(asMaker, payment);
  const exchange = await priceDeferredExchange(asMaker, payer, payment);
  const amount = exchange?.price.buy ?? money(payment.currency, payment.amountMinor);
  const spent = exchange?.price.sell ?? amount;
  const way = { rail: payment.rail, serviceKey: payment.service ?? '' };
  const price = await calculatePrice(asMaker, payer, { ...way, ...bearerOf(payment) }, spent, {
    excludedPaymentId: payment.id,
  });
  requireWithinLimits(price, 'absent');
  requireWithinPayeeBankLimit(amount, await payeeBankLimitFor(tx, way, payment.payeeAccount, amount.currency));
  const fee = money(price.fee.currency, payment.feeMinor);
  const isFree = (await findPaymentsWithFeeWaiver(tx, [payment.id])).has(payment.id);
  if (!isFree && compare(fee, price.standardFee) !== 0) {
    const reason = message('payment_fee_changed', { fee: price.standardFee, quotedFee: fee });
    throw new Refusal('price_changed', { reason });
  }
  return { account, price, fee, exchange };
}

const nameRefusals: readonly string[] = ['name_check_forbidden', 'name_check_required'];

async function requireSamePayee(asMaker: MakerCtx, { payeeId, payeeVersion, nameCheckId }: Payment): Promise<void> {
  try {
    await requirePayablePayee(asMaker, payeeId, payeeVersion, nameCheckId);
  } catch (error) {
    throw error instanceof Refusal && !nameRefusals.includes(error.code) ? payeeChanged() : error;
  }
}

async function releaseToSchedule(ctx: Ctx, { id, executeAt }: Payment): Promise<void> {
  await enterState(ctx.tx, id, { state: 'awaiting_sca' });
  const scheduled = await enterState(ctx.tx, id, {
    state: 'scheduled',
    nextAttemptAt: executeAt,
    nextUpdateAt: executeAt,
    deadlineAt: null,
  });
  await emit(ctx, paymentWaiting, toPaymentEvent(scheduled));
}

async function releaseNow(
  ctx: Ctx,
  payment: Payment,
  { account, price, fee, exchange }: CheckedPayment,
): Promise<void> {
  if (!exchange) return screenAndContinue(ctx, payment, price);
  await screenAndContinue(ctx, await storeExchange(ctx, payment, exchange), price);
  return replaceWithExchangedHold(ctx, payment, { payer: account.ledgerAccountId, fee, exchange });
}

const bearerOf = ({ chargeBearer }: Payment) => (chargeBearer === null ? {} : { chargeBearer });

async function storeExchange(ctx: Ctx, payment: Payment, exchange: EndedQuote): Promise<Payment> {
  const { tx } = ctx;
  await storeEndedQuote(ctx, { customerId: payment.customerId, userId: payment.userId }, exchange);
  const { buy } = exchange.price;
  const expected = payment.rail === 'swift' ? await expectedCharges(tx, { amount: buy, ...bearerOf(payment) }) : null;
  return updatePayment(tx, payment.id, {
    ...toExchangeColumns(exchange),
    chargesExpectedMinor: expected?.minor ?? null,
    availableAfterMinor: null,
  });
}

/** The PIN of the last approver is the strong customer authentication. Screening follows while the money stays held. */
async function screenAndContinue(ctx: Ctx, payment: Payment, price: Price): Promise<void> {
  const { tx, now } = ctx;
  const { id } = payment;
  const risk = await requireCountryRisk(tx, payment.payeeAccount, payment.payeeAddress);
  const screening = await screenPayment(ctx, {
    rail: payment.rail,
    currency: payment.currency,
    amountMinor: payment.amountMinor,
    payerName: payment.payerName,
    payeeName: payment.payeeName,
    risk,
    documentTypes: (await uploadedTypesByPayment(tx, [id])).get(id)?.checked ?? [],
  });
  await updatePayment(tx, id, {
    executeAt: now,
    ...departureColumns(now, { price, screening }),
  });
  await enterState(tx, id, { state: 'awaiting_sca', nextUpdateAt: null, deadlineAt: null });
  await enterState(tx, id, { state: 'screening' });
  const waits = pendingColumns(pendingDetailsOf(now, { screening, price }));
  const released = await enterState(tx, id, { state: screening.state, ...waits });
  if (screening.state === 'in_review') await recordScreeningHits(ctx, id, screening.hits);
  const mayGo = released.state === 'ready' && released.notBefore === null;
  await emit(ctx, mayGo ? paymentHeld : paymentWaiting, toPaymentEvent(released));
}
