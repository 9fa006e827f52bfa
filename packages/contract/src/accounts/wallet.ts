import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, EmptyInput, RateText, Uid } from '../platform/fields.ts';

export const WalletView = z
  .object({
    uid: Uid,
    bankholderid: z.string(),
    currency: CurrencyCode,
    name: z.string(),
    balance: z.string(),
    available: z.string(),
    status: z.enum(['active', 'closing', 'closed']),
  })
  .meta({ id: 'Wallet' });

export const list = endpoint({
  method: 'GET',
  path: '/v1/wallet/list',
  access: 'customer',
  about: 'The wallets of the customer with their balances.',
  input: EmptyInput,
  reply: z.array(WalletView),
  refusals: [],
});

export const ActiveCurrency = z
  .object({
    code: CurrencyCode,
    name: z.string(),
    symbol: z.string(),
    minorUnits: z.int(),
    isHeld: z.boolean(),
    walletRate: RateText.nullable(),
    plusRate: RateText.nullable(),
  })
  .meta({ id: 'ActiveCurrency' });

export const activeCurrencies = endpoint({
  method: 'GET',
  path: '/v1/wallet/currency/active/list',
  access: 'customer',
  background: true,
  about:
    'The currencies that wallets hold and exchange: the customer’s own first, the others by code, each with what one pound buys.',
  input: EmptyInput,
  reply: z.array(ActiveCurrency),
  refusals: [],
});
