import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { AmountText, CalendarDate, Idempotency, PinAuthorisation, Uid } from '../platform/fields.ts';
import { WorstCase } from './international.ts';
import { StandingOrderView } from './standing-order.ts';

export const payHeld = endpoint({
  method: 'POST',
  path: '/v1/standing-order/{uid}/pay-held',
  access: 'standingorder',
  about:
    'Pays a date that waits for its customer, at a locked quote: the rate that was shown. Skipping the date is the other answer. Where colleagues have to approve, the payment waits for them and is exchanged when they do, within `worst`.',
  input: z.strictObject({
    uid: Uid,
    day: CalendarDate,
    quoteId: Uid,
    fee: AmountText,
    worstCase: WorstCase,
    authorisation: PinAuthorisation,
    idempotency: Idempotency,
  }),
  reply: StandingOrderView,
  refusals: [
    'not_found',
    'access_denied',
    'approval_required',
    'order_changed',
    'invalid_transition',
    'account_not_usable',
    'account_restricted',
    'amount_invalid',
    'authorisation_invalid',
    'insufficient_funds',
    'limit_exceeded',
    'market_closed',
    'pair_unavailable',
    'payee_changed',
    'name_check_forbidden',
    'name_check_required',
    'payee_not_approved',
    'payer_address_missing',
    'unsupported_destination',
    'price_changed',
    'quote_expired',
    'quote_used',
    'rate_moved',
    'rate_unavailable',
    'service_off',
  ],
});
