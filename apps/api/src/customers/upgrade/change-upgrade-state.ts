import type { UpgradeState } from '@larkmere/contract/customers/upgrade';
import type { Updateable } from 'kysely';
import type { UpgradeRequest } from '../../platform/db/schema.gen.ts';
import { emit } from '../../platform/events/outbox.ts';
import { toActorRef } from '../../platform/requests/actor-ref.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { currentSetting, insertTransition, type RequestRow, updateRequest } from './upgrade.sql.ts';
import { nextStates, upgradeStateChanged } from './upgrade.ts';

type UpgradeChange = Updateable<UpgradeRequest> & Readonly<{ state: UpgradeState }>;

export async function changeUpgradeState(ctx: Ctx, request: RequestRow, change: UpgradeChange): Promise<RequestRow> {
  const { state, reason = null } = change;
  if (!nextStates[request.state].includes(state)) throw new Refusal('invalid_transition');
  const moved = await updateRequest(ctx.tx, request.id, { ...change, deadline_at: await stateDeadline(ctx, state) });
  await recordTransition(ctx, moved);
  const { id: requestId, customer_id: customerId, user_id: userId } = moved;
  await emit(ctx, upgradeStateChanged, { requestId, customerId, userId, state, reason });
  return moved;
}

export async function recordTransition(ctx: Ctx, request: RequestRow): Promise<void> {
  const { id, reference, state, reason } = request;
  await insertTransition(ctx.tx, request, toActorRef(ctx.actor));
  await audit(ctx, `upgrade.${state}`, `upgrade:${id}`, { reference, ...(reason === null ? {} : { reason }) });
}

const hourMs = 3_600_000;

export async function stateDeadline({ tx, now }: Ctx, state: UpgradeState): Promise<Date | null> {
  const { kyc_gap_days, review_days, account_opening_hours } = await currentSetting(tx);
  const hours: Readonly<Record<UpgradeState, number | null>> = {
    requested: 1,
    kyc_gap: kyc_gap_days * 24,
    reviewing: review_days * 24,
    opening_accounts: account_opening_hours,
    done: null,
    refused: null,
  };
  const lasts = hours[state];
  return lasts === null ? null : new Date(now.getTime() + lasts * hourMs);
}
