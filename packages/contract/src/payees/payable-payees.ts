import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, EmptyInput } from '../platform/fields.ts';
import { PayeeView } from './payee.ts';

export const usableGbp = endpoint({
  method: 'GET',
  path: '/v1/payment/payee/gbp',
  access: 'payment',
  about: 'Payees that can be paid in pounds inside the UK; favourites first, then recent ones.',
  input: EmptyInput,
  reply: z.array(PayeeView),
  refusals: [],
});

export const usableEur = endpoint({
  method: 'GET',
  path: '/v1/payment/payee/eur',
  access: 'payment',
  about: 'Payees that can be paid in euros by SEPA; favourites first, then recent ones.',
  input: EmptyInput,
  reply: z.array(PayeeView),
  refusals: [],
});

export const usableSwt = endpoint({
  method: 'GET',
  path: '/v1/payment/payee/swt/{x}',
  access: 'payment',
  about: 'Payees that can be paid in another currency, of whatever type; favourites first, then recent ones.',
  input: z.strictObject({ x: z.string().toUpperCase().pipe(CurrencyCode) }),
  reply: z.array(PayeeView),
  refusals: [],
});
