import type { UpgradeState } from '@larkmere/contract/customers/upgrade';
import { message } from '@larkmere/messages/message';
import type { Updateable } from 'kysely';
import type { UpgradeRequest } from '../../platform/db/schema.gen.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { upgradeSetting } from './upgrade.settings.ts';
import type { RequestRow } from './upgrade.sql.ts';
import { upgradeStateChanged } from './upgrade.ts';

export const upgradeLifecycle = defineLifecycle({
  table: 'upgrade.request',
  history: { table: 'upgrade.transition', key: 'requestId', copies: [] },
  action: 'upgrade',
  entity: 'upgrade',
  audited: ({ reference, reason }) => ({ reference, ...(reason === null ? {} : { reason }) }),
})<UpgradeState, RequestRow>({
  transitions: {
    requested: { kyc_gap: 'customer', reviewing: 'customer', opening_accounts: 'customer' },
    kyc_gap: { reviewing: 'system', opening_accounts: 'system', refused: ['staff', 'system'] },
    reviewing: { kyc_gap: 'staff', opening_accounts: 'staff', refused: 'staff' },
    opening_accounts: { done: 'bank', refused: 'bank' },
    done: {},
    refused: {},
  },
  deadline: ({ deadlineAt }) => deadlineAt,
  waiting: {
    requested: {
      owner: 'us',
      reason: message('upgrade_requested'),
      nextStep: message('upgrade_requested_next'),
    },
    kyc_gap: {
      owner: 'you',
      reason: message('upgrade_details_needed'),
      nextStep: message('upgrade_details_needed_next'),
    },
    reviewing: {
      owner: 'us',
      reason: message('upgrade_in_review'),
      nextStep: message('upgrade_in_review_next'),
    },
    opening_accounts: {
      owner: 'bank',
      reason: message('upgrade_opening_accounts'),
      nextStep: message('upgrade_opening_accounts_next'),
    },
  },
});

type UpgradeChange = Updateable<UpgradeRequest> & Readonly<{ state: UpgradeState }>;

export async function changeUpgradeState(ctx: Ctx, request: RequestRow, change: UpgradeChange): Promise<RequestRow> {
  const { state, reason = null } = change;
  const deadlineAt = await stateDeadline(ctx, state);
  const moved = await changeState(ctx, upgradeLifecycle, request, { ...change, deadlineAt });
  const { id: requestId, customerId, userId } = moved;
  await emit(ctx, upgradeStateChanged, { requestId, customerId, userId, state, reason });
  return moved;
}

const hourMs = 3_600_000;

export async function stateDeadline({ tx, now }: Ctx, state: UpgradeState): Promise<Date | null> {
  const { kycGapDays, reviewDays, accountOpeningHours } = await requireSetting(tx, upgradeSetting, {});
  const hours: Readonly<Record<UpgradeState, number | null>> = {
    requested: 1,
    kyc_gap: kycGapDays * 24,
    reviewing: reviewDays * 24,
    opening_accounts: accountOpeningHours,
    done: null,
    refused: null,
  };
  const lasts = hours[state];
  return lasts === null ? null : new Date(now.getTime() + lasts * hourMs);
}
