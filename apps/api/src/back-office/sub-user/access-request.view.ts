import type { StaffAccessRequest } from '@larkmere/contract/back-office/sub-user';
import {
  type RequestRow,
  selectOpenRequests,
  viewAccessRequest,
} from '../../customers/access-request/access-request.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { selectStaffNames } from './sub-user.read.ts';

export async function viewRequests(ctx: StaffCtx, customerId: string): Promise<StaffAccessRequest[]> {
  const rows = await selectOpenRequests(ctx.tx, customerId);
  return Promise.all(rows.map((row) => viewRequest(ctx, row)));
}

export async function viewRequest({ tx, actor }: StaffCtx, row: RequestRow): Promise<StaffAccessRequest> {
  const rows = await selectStaffNames(tx, [row.prepared_by, row.agreed_by]);
  const nameOf = (id: string | null): string | undefined => rows.find((each) => each.id === id)?.name;
  return {
    ...viewAccessRequest(row),
    preparedBy: nameOf(row.prepared_by) ?? '',
    agreedBy: nameOf(row.agreed_by) ?? null,
    agreedReason: row.agreed_reason,
    canAgree: row.state === 'waiting' && row.prepared_by !== actor.staffId,
    canWithdraw: row.state === 'waiting' || row.state === 'scheduled',
  };
}
