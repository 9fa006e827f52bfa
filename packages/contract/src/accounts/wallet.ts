import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, EmptyInput, Idempotency, RateText, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

export const WalletView = z
  .object({
    uid: Uid,
    bankholderid: z.string(),
    currency: CurrencyCode,
    name: z.string(),
    balance: z.string(),
    available: z.string(),
    status: z.enum(['active', 'closing', 'closed']),
    isDefault: z.boolean(),
  })
  .meta({ id: 'Wallet' });
export type WalletView = z.infer<typeof WalletView>;

export const WalletNickname = freeText().min(1).max(40);

/** What still needs a wallet that is being closed. The `data` of `wallet_in_use` lists them. */
export const walletBlockers = ['money', 'reserved', 'payments', 'standing_orders', 'exchange_orders', 'card'] as const;
export type WalletBlocker = (typeof walletBlockers)[number];

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

export const currencyNames = endpoint({
  method: 'GET',
  path: '/v1/wallet/currency/active/listnokyc',
  access: 'customer',
  beforeKyc: true,
  about: 'The currencies that wallets hold, without rates: what a customer may see before the identity check.',
  input: EmptyInput,
  reply: z.array(ActiveCurrency.pick({ code: true, name: true, symbol: true, minorUnits: true })),
  refusals: [],
});

export const currenciesToOpen = endpoint({
  method: 'GET',
  path: '/v1/wallet/currency/active/create',
  access: 'customer',
  about: 'The currencies in which the customer has no wallet yet.',
  input: EmptyInput,
  reply: z.array(ActiveCurrency),
  refusals: [],
});

export const open = endpoint({
  method: 'POST',
  path: '/v1/wallet',
  access: 'payment',
  accountAction: 'manage',
  beforeKyc: true,
  about: 'Opens a wallet, also before the identity check. One that was closed before is continued.',
  input: z.strictObject({ currency: CurrencyCode, nickname: WalletNickname.optional(), idempotency: Idempotency }),
  reply: WalletView,
  refusals: ['access_denied', 'pair_unavailable', 'wallet_exists'],
});

const OneWallet = z.strictObject({ uid: Uid, idempotency: Idempotency });

export const update = endpoint({
  method: 'PUT',
  path: '/v1/wallet/{uid}',
  access: 'payment',
  accountAction: 'manage',
  about: 'Gives the wallet a nickname, or makes it the one that is offered first.',
  input: OneWallet.extend({ nickname: WalletNickname.optional(), isDefault: z.literal(true).optional() }),
  reply: WalletView,
  refusals: ['not_found'],
});

export const close = endpoint({
  method: 'DELETE',
  path: '/v1/wallet/{uid}',
  access: 'payment',
  accountAction: 'manage',
  about: 'Closes a wallet that nothing needs any more. The refusal lists what does.',
  input: OneWallet,
  reply: WalletView,
  refusals: ['not_found', 'wallet_in_use'],
});
