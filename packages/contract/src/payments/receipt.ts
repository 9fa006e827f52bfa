import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Uid } from '../platform/fields.ts';

export const show = endpoint({
  method: 'GET',
  path: '/v1/payment/pdf/{id}',
  access: 'payment',
  downloadTokenParameter: 'access_token',
  about:
    'The receipt of a payment as a PDF. `access_token` is a ticket of `/v1/session/ticket`, never a session’s token.',
  input: z.strictObject({ id: Uid, access_token: z.string().max(100) }),
  reply: z.file(),
  refusals: ['not_found', 'receipt_not_ready'],
});
