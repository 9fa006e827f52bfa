import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AmountText, CurrencyCode, Idempotency } from './fields.ts';
import { crossRefusals, Sending, Worst } from './global-payment.ts';
import { PaymentView } from './payment.ts';
import { AmountSide } from './payment-evidence.ts';

/** What is said of the exchange when no quote is named: one fixed amount, and the rate that was shown for it. */
const AtRate = {
  amount: AmountText,
  currency: CurrencyCode,
  /** Whether that amount leaves the account or is what is sent to the payee. */
  amountSide: AmountSide.default('target'),
  /** The `rate` of a quote that was shown: one unit sold in units bought. */
  rate: z.string().regex(/^\d{1,12}(\.\d{1,10})?$/, 'Enter a rate such as 1.1486000000'),
};

const Order = z.strictObject({ ...Sending, ...AtRate, worst: Worst });

export const sendCrossAtRate = endpoint({
  method: 'POST',
  path: '/v1/payment/global/crosscurrency',
  access: 'payment',
  about:
    'Sends money abroad out of an account of another currency, at a rate that was shown a moment ago and is not held: at exactly that rate while the market is within the tolerance of it, and otherwise refused with `rate_moved` and a new quote in `data.quote`, which v2 takes.',
  input: Order,
  reply: PaymentView,
  refusals: crossRefusals,
});

/** What the PIN approves: a payment abroad at a rate that was shown. The amount and the rate say what the other side is. */
export const GlobalAtRatePurpose = Order.omit({
  approval: true,
  confirmDuplicate: true,
  idempotency: true,
  warning: true,
  documents: true,
  nameCheckId: true,
}).extend({
  operation: z.literal('payment.global.crossrate'),
  paymentIdempotency: Idempotency,
});
