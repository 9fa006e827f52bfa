import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CurrencyCode, Empty } from './fields.ts';
import { PayeeView } from './payee.ts';

export const gbp = endpoint({
  method: 'GET',
  path: '/v1/payment/payee/gbp',
  access: 'payment',
  about: 'Payees that can be paid in pounds inside the UK; favourites first, then recent ones.',
  input: Empty,
  reply: z.array(PayeeView),
  refusals: [],
});

export const eur = endpoint({
  method: 'GET',
  path: '/v1/payment/payee/eur',
  access: 'payment',
  about: 'Payees that can be paid in euros by SEPA; favourites first, then recent ones.',
  input: Empty,
  reply: z.array(PayeeView),
  refusals: [],
});

export const swt = endpoint({
  method: 'GET',
  path: '/v1/payment/payee/swt/{x}',
  access: 'payment',
  about: 'Payees that can be paid in another currency, of whatever type; favourites first, then recent ones.',
  input: z.strictObject({ x: z.string().toUpperCase().pipe(CurrencyCode) }),
  reply: z.array(PayeeView),
  refusals: [],
});
