import type { UpgradeState } from '@larkmere/contract/upgrade';
import type { Updateable } from 'kysely';
import { audit } from '../kernel/audit.ts';
import { moverOf } from '../kernel/mover.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { UpgradeRequest } from '../kernel/schema.gen.ts';
import type { Ctx } from '../kernel/verb.ts';
import { changeRequest, insertTransition, type RequestRow, settingNow } from './upgrade.sql.ts';
import { nextStates, upgradeMoved } from './upgrade.ts';

type Change = Updateable<UpgradeRequest> & Readonly<{ state: UpgradeState }>;

export async function moveUpgrade(ctx: Ctx, request: RequestRow, change: Change): Promise<RequestRow> {
  const { state, reason = null } = change;
  if (!nextStates[request.state].includes(state)) throw new Refusal('invalid_transition');
  const moved = await changeRequest(ctx.tx, request.id, { ...change, deadline_at: await deadlineOf(ctx, state) });
  await recordStep(ctx, moved);
  const { id: requestId, customer_id: customerId, person_id: personId } = moved;
  await emit(ctx, upgradeMoved, { requestId, customerId, personId, state, reason });
  return moved;
}

export async function recordStep(ctx: Ctx, request: RequestRow): Promise<void> {
  const { id, reference, state, reason } = request;
  await insertTransition(ctx.tx, request, moverOf(ctx.actor));
  await audit(ctx, `upgrade.${state}`, `upgrade:${id}`, { reference, ...(reason === null ? {} : { reason }) });
}

const hourMs = 3_600_000;

export async function deadlineOf({ tx, now }: Ctx, state: UpgradeState): Promise<Date | null> {
  const { gap_days, review_days, opening_hours } = await settingNow(tx);
  const hours: Readonly<Record<UpgradeState, number | null>> = {
    requested: 1,
    kyc_gap: gap_days * 24,
    reviewing: review_days * 24,
    opening_accounts: opening_hours,
    done: null,
    refused: null,
  };
  const lasts = hours[state];
  return lasts === null ? null : new Date(now.getTime() + lasts * hourMs);
}
