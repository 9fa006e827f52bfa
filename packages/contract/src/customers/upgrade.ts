import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { DisplayedRate } from '../platform/displayed-rate.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  CurrencyCode,
  EmptyInput,
  Idempotency,
  Moment,
  MoneyView,
  OptionalIdempotency,
  Uid,
  UidInput,
} from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { PendingStatus } from '../platform/pending-status.ts';

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
    waiting: PendingStatus.nullable(),
    timeline: z.array(z.object({ state: UpgradeState, at: Moment })),
    createdAt: Moment,
  })
  .meta({ id: 'Upgrade' });
export type UpgradeView = z.infer<typeof UpgradeView>;

const MissingRequirement = z.object({
  key: z.string(),
  title: z.string(),
  state: z.enum(['not_provided', 'in_review', 'rejected']),
  reason: z.string().nullable(),
});
export type MissingRequirement = z.infer<typeof MissingRequirement>;

const TierPrice = z.object({
  displayedRate: DisplayedRate,
  fee: MoneyView,
  buyAmount: MoneyView,
});

const Comparison = z.object({
  sell: CurrencyCode,
  buy: CurrencyCode,
  sellAmount: MoneyView,
  executedAt: Moment.nullable(),
  wallet: TierPrice,
  plus: TierPrice,
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
  input: z.strictObject(OptionalIdempotency),
  reply: z.object({
    ready: z.boolean(),
    missing: z.array(MissingRequirement),
    offered: z.boolean(),
    canRequest: z.boolean(),
    comparison: Comparison.nullable(),
    upgrade: UpgradeView.nullable(),
  }),
  refusals: [],
});

export const request = endpoint({
  method: 'POST',
  path: '/v1/walletaccount/upgrade-plus',
  access: 'customer',
  accountAction: 'send',
  about:
    'The owner of a wallet asks for a Plus account. What is missing is asked for; then the bank opens an account for each wallet, which keeps its money. Nothing moves.',
  input: z.strictObject({
    agreed: z.literal(true, fieldMessage('upgrade_terms_not_accepted')),
    idempotency: Idempotency,
  }),
  reply: UpgradeView,
  refusals: ['access_denied', 'account_restricted', 'invalid_transition', 'service_off'],
});

const UpgradeConcern = z.enum(['business', 'name_on_list', 'conditions']);
export type UpgradeConcern = z.infer<typeof UpgradeConcern>;

export const UpgradeForStaff = UpgradeView.extend({
  customer: z.string(),
  memberCode: z.string(),
  concerns: z.array(UpgradeConcern),
}).meta({ id: 'UpgradeForStaff' });
export type UpgradeForStaff = z.infer<typeof UpgradeForStaff>;

export const workQueue = endpoint({
  method: 'GET',
  path: '/v1/manage/upgrade',
  access: 'staff',
  background: true,
  about: 'Upgrades under way, the oldest first.',
  input: EmptyInput,
  reply: z.object({ list: z.array(UpgradeForStaff) }),
  refusals: ['access_denied'],
});

export const clear = endpoint({
  method: 'POST',
  path: '/v1/manage/upgrade/{uid}/clear',
  access: 'staff',
  about: 'Nothing stands against this upgrade: the bank is asked to open the accounts.',
  input: UidInput,
  reply: UpgradeForStaff,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/manage/upgrade/{uid}/refuse',
  access: 'staff',
  about: 'The upgrade is refused. The customer reads why, and keeps the wallets as they are.',
  input: UidInput.extend({ reason: freeText().min(5).max(300) }),
  reply: UpgradeForStaff,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});
