import type { contract } from '@larkmere/contract/contract';
import { formatAmount } from '@larkmere/money/money';
import { lockOpenQuote, type Quote, requireTradingPermission } from '../../fx/conversion/conversion.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { initiatePayment } from '../initiation/initiation.ts';
import { requireQuotedFee } from '../pricing/pricing.ts';
import { reloadOrder } from './change-order-state.ts';
import { closeOccurrence } from './close-occurrence.ts';
import { loadPayeesAndAccounts, type PayeeAndAccount } from './due-occurrence.read.ts';
import { crossCurrencyService } from './exchange-terms.ts';
import { toExchangeRequest, toOccurrenceTerms } from './pay-cross-currency.ts';
import { findBlockReason } from './pay-occurrences.ts';
import { crossBorderRoute } from './payment-route.ts';
import { requireStandingOrderPermission } from './permission.read.ts';
import { requireOpenOccurrence, requireOwnOrder } from './save-standing-order.ts';
import type { OccurrenceRow, OrderRow } from './standing-order.sql.ts';
import { viewStandingOrder } from './standing-order.view.ts';

/**
 * Pays a held date at the quote the customer saw. The PIN covers the exact amounts, so the order's floor and maximum do
 * not apply. Throws `invalid_transition` if no date is held, `order_changed` for another date or amount.
 */
export const payHeldOccurrence: Verb<typeof contract.standingOrder.payHeld> = async (ctx, input) => {
  const { uid, day, quoteId, fee, worstCase, authorisation, idempotency } = input;
  await requireStandingOrderPermission(ctx);
  const order = await requireOwnOrder(ctx, uid);
  const occurrence = await requireHeldOccurrence(ctx, order, day);
  const around = await requirePayable(ctx, order);
  await requireTradingPermission(ctx, crossCurrencyService);
  const quote = await lockOpenQuote(ctx, quoteId);
  requireMatchingQuote(order, occurrence, quote);
  const { sell, buy } = quote.price;
  const { payment } = await initiatePayment(ctx, ctx.actor, {
    source: 'held_occurrence', // the approval of the order does not cover a rate below its floor
    ...crossBorderRoute(order, around.payeeType),
    ...toOccurrenceTerms({ order, occurrence, payeeAndAccount: around }),
    amount: buy,
    exchange: { kind: 'accepted', quote },
    agreedWorstCase: worstCase,
    fee: requireQuotedFee(sell.currency, fee),
    authorisation: {
      token: authorisation,
      sessionId: ctx.actor.sessionId,
      purpose: {
        operation: 'standing-order.pay-held',
        uid,
        day,
        quoteId,
        amount: formatAmount(sell),
        currency: sell.currency,
        buyAmount: formatAmount(buy),
        buyCurrency: buy.currency,
        fee,
        ...(worstCase !== undefined && { worstCase }),
        paymentIdempotency: idempotency,
      },
    },
  });
  await closeOccurrence(ctx, order, occurrence, { state: 'paid', paymentId: payment.id });
  return viewStandingOrder(ctx, await reloadOrder(ctx, uid));
};

async function requireHeldOccurrence(ctx: CustomerCtx, order: OrderRow, day: string): Promise<OccurrenceRow> {
  if (order.state !== 'active') throw new Refusal('invalid_transition');
  const open = await requireOpenOccurrence(ctx, order.id, day);
  if (open.state === 'held_fx' && open.nextAttemptAt && open.nextAttemptAt > ctx.now) return open;
  throw new Refusal('invalid_transition');
}

async function requirePayable({ tx }: CustomerCtx, { id }: OrderRow): Promise<PayeeAndAccount> {
  const around = (await loadPayeesAndAccounts(tx, [id])).get(id);
  if (!around || findBlockReason(around)) throw new Refusal('payee_changed');
  return around;
}

function requireMatchingQuote(order: OrderRow, occurrence: OccurrenceRow, { side, price: { sell, buy } }: Quote): void {
  const meant = toExchangeRequest(order, occurrence);
  const fixed = meant.side === 'sell' ? sell : buy;
  const isMeant =
    side === meant.side &&
    sell.currency === meant.sell &&
    buy.currency === meant.buy &&
    fixed.minor === meant.amount.minor;
  if (!isMeant) throw new Refusal('order_changed');
}
