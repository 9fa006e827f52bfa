import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { AmountText, CurrencyCode, Idempotency } from '../platform/fields.ts';
import { crossCurrencyRefusals, InternationalInput, WorstCase } from './international.ts';
import { PaymentView } from './payment.ts';
import { AmountSide } from './supporting-documents.ts';

const RateTerms = {
  amount: AmountText,
  currency: CurrencyCode,
  amountSide: AmountSide.default('target'),
  rate: z.string().regex(/^\d{1,12}(\.\d{1,10})?$/, fieldMessage('displayed_rate_invalid')),
};

const AtRateInput = z.strictObject({ ...InternationalInput, ...RateTerms, worstCase: WorstCase });

export const sendCrossAtRate = endpoint({
  method: 'POST',
  path: '/v1/payment/global/crosscurrency',
  access: 'payment',
  about:
    'Sends money out of an account of another currency, at a rate that was shown a moment ago and is not held: at exactly that rate while the market is within the tolerance of it, and otherwise refused with `rate_moved` and a new quote in `data.quote`, which v2 takes.',
  input: AtRateInput,
  reply: PaymentView,
  refusals: crossCurrencyRefusals,
});

export const InternationalAtRatePurpose = AtRateInput.omit({
  authorisation: true,
  confirmDuplicate: true,
  idempotency: true,
  warning: true,
  documents: true,
  nameCheckId: true,
}).extend({
  operation: z.literal('payment.global.crossrate'),
  paymentIdempotency: Idempotency,
});
