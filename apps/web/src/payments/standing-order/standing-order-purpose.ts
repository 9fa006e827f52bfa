import type { QuoteView } from '@larkmere/contract/fx/conversion';
import type { OccurrenceView, StandingOrderView } from '@larkmere/contract/payments/standing-order';
import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import type { Purpose } from '@larkmere/contract/purpose';

type ExistingOrder = Pick<StandingOrderView, 'uid' | 'version'> | undefined;

export const toPinPurpose = (terms: StandingOrderTerms, seen: ExistingOrder, paymentIdempotency: string): Purpose => ({
  operation: 'standing-order.set',
  uid: seen?.uid ?? null,
  version: seen?.version ?? null,
  terms,
  amount: terms.amount,
  currency: terms.currency,
  paymentIdempotency,
});

export type OccurrenceChange = Pick<OccurrenceView, 'day' | 'payDay' | 'reference'> & { amount: string };

export const toNextDatePurpose = (
  { uid, version, terms }: StandingOrderView,
  { day, payDay, amount, reference }: OccurrenceChange,
  paymentIdempotency: string,
): Purpose => ({
  operation: 'standing-order.next',
  uid,
  version,
  day,
  payDay,
  amount,
  currency: terms.currency,
  reference,
  paymentIdempotency,
});

type HeldDateAnswer = { uid: string; day: string; quote: QuoteView; fee: string; worst: string | undefined };

/** When the exchange waits for approval, the PIN authorises the worst case. */
export const toHeldDatePurpose = (
  { uid, day, quote, fee, worst }: HeldDateAnswer,
  paymentIdempotency: string,
): Purpose => ({
  operation: 'standing-order.pay-held',
  uid,
  day,
  quoteId: quote.quoteId,
  amount: quote.sellAmount.amount,
  currency: quote.sell,
  buyAmount: quote.buyAmount.amount,
  buyCurrency: quote.buy,
  fee,
  ...(worst !== undefined && { worstCase: worst }),
  paymentIdempotency,
});
