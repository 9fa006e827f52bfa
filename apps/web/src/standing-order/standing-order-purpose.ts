import type { QuoteView } from '@larkmere/contract/fx';
import type { Purpose } from '@larkmere/contract/pin';
import type { OccurrenceView, StandingOrderView } from '@larkmere/contract/standing-order';
import type { StandingOrderTerms } from '@larkmere/contract/standing-order-terms';

type Seen = Pick<StandingOrderView, 'uid' | 'version'> | undefined;

export const purposeOf = (terms: StandingOrderTerms, seen: Seen, paymentIdempotency: string): Purpose => ({
  operation: 'standing-order.set',
  uid: seen?.uid ?? null,
  version: seen?.version ?? null,
  terms,
  amount: terms.amount,
  currency: terms.currency,
  paymentIdempotency,
});

export type NextDate = Pick<OccurrenceView, 'day' | 'payDay' | 'reference'> & { amount: string };

export const nextPurposeOf = (
  { uid, version, terms }: StandingOrderView,
  { day, payDay, amount, reference }: NextDate,
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

type Answered = { uid: string; day: string; quote: QuoteView; fee: string; worst: string | undefined };

/** When the exchange waits for approval, the PIN authorises the worst case. */
export const heldPurposeOf = ({ uid, day, quote, fee, worst }: Answered, paymentIdempotency: string): Purpose => ({
  operation: 'standing-order.pay-held',
  uid,
  day,
  quoteId: quote.quoteId,
  amount: quote.sellAmount.amount,
  currency: quote.sell,
  buyAmount: quote.buyAmount.amount,
  buyCurrency: quote.buy,
  fee,
  ...(worst !== undefined && { worst }),
  paymentIdempotency,
});
