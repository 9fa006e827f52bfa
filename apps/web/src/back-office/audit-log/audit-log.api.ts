import type { contract } from '@larkmere/contract/contract';
import type { RawInput, Reply } from '@larkmere/contract/platform/endpoint';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { downloadStaffFile, staffKeys } from '../parts/parts.ts';

export type AuditFilter = Omit<RawInput<typeof contract.auditLog.search>, 'after' | 'idempotency'>;

export type AuditPage = Reply<typeof contract.auditLog.search>;

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: staffKeys.auditLog(filter),
    queryFn: ({ pageParam: after, signal }) =>
      call(staffEndpoints.auditLog.search, { ...filter, ...(after && { after }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ list, hasMore }) => (hasMore ? list.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    meta: { inline: true },
  });

export function exportAuditLog(filter: AuditFilter, reason: string): Promise<void> {
  const query = Object.entries({ ...filter, reason }).map(([name, value]): [string, string] => [name, String(value)]);
  return downloadStaffFile(`/v1/manage/audit/export?${new URLSearchParams(query)}`, 'audit-log.csv');
}
