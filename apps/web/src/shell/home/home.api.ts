import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

// The query keys are shared with each noun, so that a write there refreshes Home too.

export const pinStateQuery = queryOptions({
  queryKey: queryKeys.pin,
  queryFn: ({ signal }) => call(endpoints.pin.state, {}, { signal }),
});

export const approvalsQuery = queryOptions({
  queryKey: queryKeys.teamApprovalCount,
  queryFn: ({ signal }) => call(endpoints.approval.count, {}, { signal }),
});

export const accessRequestsQuery = queryOptions({
  queryKey: queryKeys.accessRequests,
  queryFn: ({ signal }) => call(endpoints.accessRequest.list, {}, { signal }),
});

export const kycStateQuery = queryOptions({
  queryKey: queryKeys.kyc,
  queryFn: ({ signal }) => call(endpoints.kyc.kycState, {}, { signal }),
});

export const scheduledPaymentsQuery = queryOptions({
  queryKey: [...queryKeys.payments, 'scheduled'],
  queryFn: ({ signal }) => call(endpoints.payment.pendingDomestic, { filterType: 'scheduled' }, { signal }),
  select: ({ list }) => list,
});

export const pendingPaymentsQuery = queryOptions({
  queryKey: [...queryKeys.payments, 'wait'],
  queryFn: ({ signal }) => call(endpoints.payment.pendingDomestic, { filterType: 'wait' }, { signal }),
  select: ({ list }) => list,
});
