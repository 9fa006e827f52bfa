import type { contract } from '@larkmere/contract/contract';
import type { Input, Reply } from '@larkmere/contract/endpoint';
import { requireOwnAccount } from '../bank-account/bank-account.ts';
import { priceAsShown, promisePrice, requireRightToDeal } from '../fx/fx.ts';
import { requireAmount } from '../kernel/amount.ts';
import { once } from '../kernel/idempotency.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Procedure } from '../kernel/verb.ts';
import { requireOwnPayee } from '../payee/payee.ts';
import { feeShown, makePayment, wayToPayee } from '../payment/payment.ts';
import { requireApproval } from '../pin/pin.ts';
import { apart } from './beside.ts';

type Endpoint = typeof contract.globalPayment.sendCrossAtRate;
type Order = Input<Endpoint>;

/**
 * Sends a cross-currency payment at exactly the rate that the customer saw. If that rate is gone, refuses `rate_moved`
 * with a new quote in its data and leaves nothing else behind.
 */
export const sendCrossAtRate: Procedure<Endpoint> = async (steps, order) => {
  try {
    return await steps.transaction((ctx) => sendOnce(ctx, order));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'rate_moved') throw error;
    const quote = await steps.transaction((ctx) => newQuote(ctx, order)).catch(noneIfRefused);
    throw quote ? new Refusal('rate_moved', { message: error.message, data: { quote } }) : error;
  }
};

async function sendOnce(ctx: CustomerCtx, order: Order): Promise<Reply<Endpoint>> {
  const { tx, actor } = ctx;
  const route = 'POST /v1/payment/global/crosscurrency';
  const claim = { tx, actor: actor.personId, route, key: order.idempotency, request: order, keepForEver: true };
  return JSON.parse(await once(claim, async () => JSON.stringify(await send(ctx, order)))) as Reply<Endpoint>;
}

async function send(ctx: CustomerCtx, order: Order): Promise<Reply<Endpoint>> {
  const { approval, idempotency, confirmDuplicate, ...terms } = order;
  const { figures, beside } = apart(terms);
  await requireRightToDeal(ctx, 'payment.crosscurrency');
  const { type } = await requireOwnPayee(ctx, order.payeeUid);
  const way = wayToPayee(type, order);
  const { sell, buy, side } = await exchangeOf(ctx, order);
  const amount = requireAmount(side === 'sell' ? sell : buy, order.amount);
  const { quote, keep } = await priceAsShown(ctx, { sell, buy, side, amount }, order.rate);
  return makePayment(ctx, ctx.actor, {
    kind: 'global_cross',
    ...way,
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeUid,
    payeeVersion: order.payeeVersion,
    amount: quote.price.buy,
    exchange: quote,
    keepQuote: keep,
    worst: order.worst,
    fee: feeShown(sell, order.fee),
    reference: order.reference,
    ...beside,
    draftUid: order.draftUid,
    confirmDuplicate,
    approve: () =>
      requireApproval(ctx, approval, {
        operation: 'payment.global.crossrate',
        ...figures,
        paymentIdempotency: idempotency,
      }),
  });
}

async function exchangeOf(ctx: CustomerCtx, { sourceBankholderId, payeeUid, currency, amountSide }: Order) {
  const { currency: sell } = await requireOwnAccount(ctx, sourceBankholderId);
  const { currency: buy } = await requireOwnPayee(ctx, payeeUid);
  const side = amountSide === 'source' ? ('sell' as const) : ('buy' as const);
  const expected = side === 'sell' ? sell : buy;
  if (currency === expected) return { sell, buy, side };
  const message = `This amount is in ${expected}`;
  throw new Refusal('amount_invalid', { errors: [{ field: 'currency', code: 'amount_invalid', message }] });
}

async function newQuote(ctx: CustomerCtx, order: Order) {
  const { payeeUid, amount, idempotency } = order;
  return promisePrice(ctx, { ...(await exchangeOf(ctx, order)), amount, payeeUid, idempotency });
}

function noneIfRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
