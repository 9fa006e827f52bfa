import type { UpgradeState } from '@larkmere/contract/customers/upgrade';
import type { Updateable } from 'kysely';
import type { UpgradeRequest } from '../../platform/db/schema.gen.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { upgradeSetting } from './upgrade.settings.ts';
import type { RequestRow } from './upgrade.sql.ts';
import { upgradeStateChanged } from './upgrade.ts';
import { upgradeLifecycle } from './upgrade-lifecycle.ts';

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
