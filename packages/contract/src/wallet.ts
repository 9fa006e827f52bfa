import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CurrencyCode, Empty, Uid } from './fields.ts';

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
  input: Empty,
  reply: z.array(WalletView),
  refusals: [],
});
