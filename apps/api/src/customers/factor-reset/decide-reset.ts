import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { changeResetState, endReset } from './change-reset-state.ts';
import { lockRequest } from './factor-reset.sql.ts';
import type { ResetRow } from './factor-reset-lifecycle.ts';
import { viewResets } from './list-for-staff.ts';
import { hoursAfter } from './request-reset.ts';

/** The owner can stop an approval for so long. */
const waitHours = 24;
const shownAfterwardsHours = 24;

export const approveReset: Verb<typeof contract.factorResetReview.approve> = async (ctx, { uid, note }) => {
  const request = await lockUndecided(ctx, uid);
  const appliesAt = hoursAfter(ctx.now, waitHours);
  await changeResetState(ctx, request, {
    state: 'approved',
    ...decisionOf(ctx, note),
    appliesAt,
    expiresAt: hoursAfter(appliesAt, shownAfterwardsHours),
  });
  return { list: await viewResets(ctx, request.customerId) };
};

/** Staff also stop what they approved, if the owner calls. */
export const refuseReset: Verb<typeof contract.factorResetReview.refuse> = async (ctx, { uid, reasonCode, note }) => {
  const request = await lockUndecided(ctx, uid);
  await endReset(ctx, request, {
    state: 'refused',
    ...decisionOf(ctx, note),
    refusalReason: reasonCode,
    appliesAt: null,
  });
  return { list: await viewResets(ctx, request.customerId) };
};

const decisionOf = ({ actor, now }: StaffCtx, note: string) => ({
  decidedBy: actor.staffId,
  decidedAt: now,
  note,
});

/** Refuses `not_found`, and `invalid_transition` for one that nobody handed in or decided in time. */
async function lockUndecided({ tx, now }: StaffCtx, uid: string): Promise<ResetRow> {
  const request = await lockRequest(tx, uid);
  if (!request) throw new Refusal('not_found');
  if (request.state !== 'approved' && request.expiresAt <= now) throw new Refusal('invalid_transition');
  return request;
}
