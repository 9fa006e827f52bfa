import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CurrencyCode, Empty, Idempotency, Moment, MoneyView, Named, OptionalKey, Uid } from './fields.ts';
import { ShownRate } from './fx.ts';
import { Waiting } from './waiting.ts';

export const UpgradeState = z
  .enum(['requested', 'kyc_gap', 'reviewing', 'opening_accounts', 'done', 'refused'])
  .meta({ id: 'UpgradeState' });
export type UpgradeState = z.infer<typeof UpgradeState>;

export const UpgradeView = z
  .object({
    uid: Uid,
    reference: z.string(),
    state: UpgradeState,
    reason: z.string().nullable(),
    waiting: Waiting.nullable(),
    timeline: z.array(z.object({ state: UpgradeState, at: Moment })),
    createdAt: Moment,
  })
  .meta({ id: 'Upgrade' });
export type UpgradeView = z.infer<typeof UpgradeView>;

const Gap = z.object({
  key: z.string(),
  title: z.string(),
  state: z.enum(['not_provided', 'in_review', 'rejected']),
  reason: z.string().nullable(),
});
export type Gap = z.infer<typeof Gap>;

const AtTier = z.object({
  shown: ShownRate,
  fee: MoneyView,
  buyAmount: MoneyView,
});

const Comparison = z.object({
  sell: CurrencyCode,
  buy: CurrencyCode,
  sellAmount: MoneyView,
  madeAt: Moment.nullable(),
  wallet: AtTier,
  plus: AtTier,
  offHours: z.boolean(),
  saving: MoneyView,
});
export type Comparison = z.infer<typeof Comparison>;

export const readiness = endpoint({
  method: 'POST',
  path: '/v1/walletaccount/check-walletready',
  access: 'customer',
  background: true,
  about:
    'Whether this wallet can become a Plus account, what is missing for it, what Plus would bring on the last exchange, and the request that was made, if any. Changes nothing.',
  input: z.strictObject(OptionalKey),
  reply: z.object({
    ready: z.boolean(),
    missing: z.array(Gap),
    offered: z.boolean(),
    mayAsk: z.boolean(),
    comparison: Comparison.nullable(),
    upgrade: UpgradeView.nullable(),
  }),
  refusals: [],
});

export const ask = endpoint({
  method: 'POST',
  path: '/v1/walletaccount/upgrade-plus',
  access: 'customer',
  about:
    'The owner of a wallet asks for a Plus account. What is missing is asked for; then the bank opens an account for each wallet, which keeps its money. Nothing moves.',
  input: z.strictObject({
    agreed: z.literal(true, 'Agree to the terms first'),
    idempotency: Idempotency,
  }),
  reply: UpgradeView,
  refusals: ['access_denied', 'account_restricted', 'invalid_transition', 'service_off'],
});

export const UpgradeForStaff = UpgradeView.extend({
  customer: z.string(),
  memberCode: z.string(),
  concerns: z.array(z.enum(['business', 'name_on_list', 'conditions'])),
}).meta({ id: 'UpgradeForStaff' });
export type UpgradeForStaff = z.infer<typeof UpgradeForStaff>;

export const board = endpoint({
  method: 'GET',
  path: '/v1/manage/upgrade',
  access: 'staff',
  background: true,
  about: 'Upgrades under way, the oldest first.',
  input: Empty,
  reply: z.object({ list: z.array(UpgradeForStaff) }),
  refusals: ['access_denied'],
});

export const clear = endpoint({
  method: 'POST',
  path: '/v1/manage/upgrade/{uid}/clear',
  access: 'staff',
  about: 'Nothing stands against this upgrade: the bank is asked to open the accounts.',
  input: Named,
  reply: UpgradeForStaff,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/manage/upgrade/{uid}/refuse',
  access: 'staff',
  about: 'The upgrade is refused. The customer reads why, and keeps the wallets as they are.',
  input: Named.extend({ reason: z.string().trim().min(5).max(300) }),
  reply: UpgradeForStaff,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});
