import type { StaffAccessRequest } from '@larkmere/contract/back-office/sub-user';
import { sql } from 'kysely';
import {
  type RequestRow,
  selectOpenRequests,
  viewAccessRequest,
} from '../../customers/access-request/access-request.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';

export async function viewRequests(ctx: StaffCtx, customerId: string): Promise<StaffAccessRequest[]> {
  const rows = await selectOpenRequests(ctx.tx, customerId);
  return Promise.all(rows.map((row) => viewRequest(ctx, row)));
}

export async function viewRequest({ tx, actor }: StaffCtx, row: RequestRow): Promise<StaffAccessRequest> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from staff.member where id in (${row.prepared_by}, ${row.agreed_by})`.execute(tx);
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
