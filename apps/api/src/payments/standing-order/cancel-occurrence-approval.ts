import { voidApproval } from '../../approvals/approval/approval.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { closeOccurrenceChange } from './change-request.sql.ts';
import type { OccurrenceRow } from './standing-order.sql.ts';

export async function cancelOccurrenceApproval(
  ctx: Ctx,
  { id, isApprovalRequested }: OccurrenceRow,
  why: string,
): Promise<void> {
  if (!isApprovalRequested) return;
  await voidApproval(ctx, 'standing_date', id, why);
  await closeOccurrenceChange(ctx.tx, id, 'sent_back');
}
