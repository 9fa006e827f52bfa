import { z } from 'zod';
import { CardPaymentView, DisputeReason, DisputeState } from '../cards/card-payment.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Moment, MoneyView, Uid } from '../platform/fields.ts';

const CustomerCardPayment = CardPaymentView.extend({
  /** What the customer still owes for it, and what could not be given back to the account. */
  owed: MoneyView,
  suspended: MoneyView,
  disputes: z.array(
    z.object({ uid: Uid, state: DisputeState, reason: DisputeReason, amount: MoneyView, openedAt: Moment }),
  ),
}).meta({ id: 'CustomerCardPayment' });
export type CustomerCardPayment = z.infer<typeof CustomerCardPayment>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/card-payments',
  access: 'staff',
  about:
    'The latest card payments of a customer with disputes and what is owed; those that are owed or disputed first.',
  input: z.strictObject({ id: Uid }),
  reply: z.object({ list: z.array(CustomerCardPayment) }),
  refusals: ['access_denied', 'not_found'],
});
