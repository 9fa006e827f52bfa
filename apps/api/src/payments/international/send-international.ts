import type { contract } from '@larkmere/contract/contract';
import type { PayeeType } from '@larkmere/contract/payees/payee-type';
import type { ChargeType } from '@larkmere/contract/payments/international';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import type { SupportingDocuments } from '@larkmere/contract/payments/supporting-documents';
import type { Input, Reply } from '@larkmere/contract/platform/endpoint';
import { message } from '@larkmere/messages/message';
import { formatAmount, type Money } from '@larkmere/money/money';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import {
  createFxQuote,
  honourDisplayedRate,
  lockOpenQuote,
  requireTradingPermission,
} from '../../fx/conversion/conversion.ts';
import { requireOwnPayeeOrDraft } from '../../payees/payee/payee.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { idempotencyOwner, runOnce } from '../../platform/requests/idempotency.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import {
  authorisedRest,
  initiatePayment,
  lockRest,
  requirePayeeReference,
  viewInitiatedPayment,
} from '../initiation/initiation.ts';
import { crossBorderRoute, crossCurrencyRoute, requireQuotedFee } from '../pricing/pricing.ts';

type SameCurrencyRequest = Input<typeof contract.globalPayment.sendSame>;

export const sendSameCurrency: Verb<typeof contract.globalPayment.sendSame> = (ctx, order) => send(ctx, order);

/** The specification's name for payments that may need documents. */
export const sendPendingInternational: Verb<typeof contract.globalPayment.sendPending> = (ctx, order) =>
  send(ctx, order);

async function send(ctx: CustomerCtx, order: SameCurrencyRequest) {
  const { authorisation, idempotency, confirmDuplicate, amountSide, restFrom: _restFrom, ...terms } = order;
  const { figures, beside } = splitPinTerms(terms);
  const { type } = await requireOwnPayeeOrDraft(ctx, order.payeeUid);
  const way = crossBorderRoute(type, order);
  if (amountSide === 'target' && way.rail === 'swift' && order.chargeType !== 'OUR') throw receivedAmountRefusal();
  const rest = await lockRest(ctx, order);
  const restFrom = authorisedRest(rest);
  const initiated = await initiatePayment(ctx, ctx.actor, {
    source: 'form',
    kind: 'global_same',
    route: 'direct',
    ...way,
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeUid,
    payeeVersion: order.payeeVersion,
    amount: requirePositiveAmount(order.currency, order.amount),
    fee: requireQuotedFee(order.currency, order.fee),
    reference: order.reference,
    ...beside,
    scheme: undefined,
    executionDate: order.executionDate,
    draftUid: order.draftUid,
    newPayee: order.newPayee,
    rest,
    isDuplicateConfirmed: confirmDuplicate ?? false,
    authorisation: {
      token: authorisation,
      sessionId: ctx.actor.sessionId,
      purpose: { operation: 'payment.global.same', ...figures, restFrom, paymentIdempotency: idempotency },
    },
  });
  return viewInitiatedPayment(ctx, initiated);
}

const receivedAmountRefusal = (): Refusal =>
  new Refusal('amount_invalid', {
    reason: message('arrival_amount_not_guaranteed'),
    errors: [{ field: 'amountSide', code: 'not_allowed', reason: message('arrival_amount_needs_our') }],
  });

/**
 * Exchange and payment share one hold and one ledger transfer, so neither happens alone. If approval is needed, the
 * exchange happens at release, within the agreed worst case.
 */
export const sendCrossCurrency: Verb<typeof contract.globalPayment.sendCross> = async (ctx, order) => {
  const { authorisation, idempotency, confirmDuplicate, ...terms } = order;
  const { figures, beside } = splitPinTerms(terms);
  await requireTradingPermission(ctx, 'payment.crosscurrency');
  const { type } = await requireOwnPayeeOrDraft(ctx, order.payeeUid);
  const quote = await lockOpenQuote(ctx, order.quoteId);
  const { sell, buy } = quote.price;
  const way = await exchangedRoute(ctx, type, buy, order);
  const initiated = await initiatePayment(ctx, ctx.actor, {
    source: 'exchange_form',
    route: 'direct',
    ...way,
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeUid,
    payeeVersion: order.payeeVersion,
    amount: buy,
    exchange: { kind: 'accepted', quote },
    agreedWorstCase: order.worstCase,
    fee: requireQuotedFee(sell.currency, order.fee),
    ...beside,
    draftUid: order.draftUid,
    newPayee: order.newPayee,
    isDuplicateConfirmed: confirmDuplicate ?? false,
    // The PIN must match the figures of the quote, not those of the request.
    authorisation: {
      token: authorisation,
      sessionId: ctx.actor.sessionId,
      purpose: {
        operation: 'payment.global.cross',
        ...figures,
        amount: formatAmount(sell),
        currency: sell.currency,
        buyAmount: formatAmount(buy),
        buyCurrency: buy.currency,
        paymentIdempotency: idempotency,
      },
    },
  });
  return viewInitiatedPayment(ctx, initiated);
};

type Endpoint = typeof contract.globalPayment.sendCrossAtRate;
type CrossCurrencyAtRateRequest = Input<Endpoint>;

/**
 * Sends a cross-currency payment at exactly the rate that the customer saw. If that rate is gone, refuses `rate_moved`
 * with a new quote in its data and leaves nothing else behind.
 */
export const sendCrossCurrencyAtRate: Workflow<Endpoint> = async (steps, order) => {
  try {
    return await steps.transaction((ctx) => sendOnce(ctx, order));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'rate_moved') throw error;
    const quote = await steps.transaction((ctx) => createReplacementQuote(ctx, order)).catch(ignoreRefusal);
    throw quote ? new Refusal('rate_moved', { ...(error.reason && { reason: error.reason }), data: { quote } }) : error;
  }
};

async function sendOnce(ctx: CustomerCtx, order: CrossCurrencyAtRateRequest): Promise<Reply<Endpoint>> {
  const { tx, actor } = ctx;
  const route = 'POST /v1/payment/global/crosscurrency';
  const claim = {
    tx,
    actor: idempotencyOwner(actor),
    route,
    key: order.idempotency,
    request: order,
    isPermanent: true,
  };
  return runOnce(claim, () => sendAtRate(ctx, order));
}

async function sendAtRate(ctx: CustomerCtx, order: CrossCurrencyAtRateRequest): Promise<Reply<Endpoint>> {
  const { authorisation, idempotency, confirmDuplicate, ...terms } = order;
  const { figures, beside } = splitPinTerms(terms);
  await requireTradingPermission(ctx, 'payment.crosscurrency');
  const { type } = await requireOwnPayeeOrDraft(ctx, order.payeeUid);
  const { sell, buy, side } = await readExchangeTerms(ctx, order);
  const amount = requirePositiveAmount(side === 'sell' ? sell : buy, order.amount);
  const quote = await honourDisplayedRate(ctx, { sell, buy, side, amount }, order.rate);
  const way = await exchangedRoute(ctx, type, quote.price.buy, order);
  const initiated = await initiatePayment(ctx, ctx.actor, {
    source: 'exchange_form',
    route: 'direct',
    ...way,
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeUid,
    payeeVersion: order.payeeVersion,
    amount: quote.price.buy,
    exchange: { kind: 'immediate', quote },
    agreedWorstCase: order.worstCase,
    fee: requireQuotedFee(sell, order.fee),
    ...beside,
    draftUid: order.draftUid,
    newPayee: order.newPayee,
    isDuplicateConfirmed: confirmDuplicate ?? false,
    authorisation: {
      token: authorisation,
      sessionId: ctx.actor.sessionId,
      purpose: { operation: 'payment.global.crossrate', ...figures, paymentIdempotency: idempotency },
    },
  });
  return viewInitiatedPayment(ctx, initiated);
}

const homeCurrencies = ['GBP', 'EUR', 'THB'] as const;

type RailTerms = Readonly<{ chargeType: ChargeType; reference: string }>;

/** Rail and reference: a domestic rail carries fewer characters than SWIFT. */
async function exchangedRoute({ tx, actor }: CustomerCtx, payeeType: PayeeType, amount: Money, terms: RailTerms) {
  const { chargeType, reference } = terms;
  const way = await crossCurrencyRoute(tx, { payeeType, amount, tier: actor.userType, chargeType });
  const home = way.kind === 'domestic' ? homeCurrencies.find((each) => each === amount.currency) : undefined;
  return { ...way, reference: requirePayeeReference(home ?? 'abroad', reference) };
}

async function readExchangeTerms(
  ctx: CustomerCtx,
  { sourceBankholderId, payeeUid, currency, amountSide }: CrossCurrencyAtRateRequest,
) {
  const { currency: sell } = await requireOwnAccount(ctx, sourceBankholderId);
  const { currency: buy } = await requireOwnPayeeOrDraft(ctx, payeeUid);
  const side = amountSide === 'source' ? ('sell' as const) : ('buy' as const);
  const expected = side === 'sell' ? sell : buy;
  if (currency === expected) return { sell, buy, side };
  const reason = message('amount_currency_expected', { currency: expected });
  throw new Refusal('amount_invalid', { errors: [{ field: 'currency', code: 'invalid', reason }] });
}

async function createReplacementQuote(ctx: CustomerCtx, order: CrossCurrencyAtRateRequest) {
  const { payeeUid, amount, idempotency } = order;
  return createFxQuote(ctx, { ...(await readExchangeTerms(ctx, order)), amount, payeeUid, idempotency });
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/**
 * Splits an order into what the PIN signs and what only accompanies the payment: warning, documents and name check are
 * not signed.
 */
function splitPinTerms<Terms extends RegulatoryInformationInput & SupportingDocuments>(terms: Terms) {
  const { warning, documents, nameCheckId, ...figures } = terms;
  const { note, purposeCode, sourceOfFunds, relationship } = terms;
  const regulatoryInformation = { note, purposeCode, sourceOfFunds, relationship, warning };
  return { figures, beside: { regulatoryInformation, attachments: { documents, nameCheckId } } };
}
