import { queryOptions } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';

// The query keys are shared with each noun, so that a write there refreshes Home too.

export const pinStateQuery = queryOptions({
  queryKey: keys.pin,
  queryFn: ({ signal }) => call(endpoints.pin.state, {}, { signal }),
});

export const approvalsQuery = queryOptions({
  queryKey: keys.teamApprovalCount,
  queryFn: ({ signal }) => call(endpoints.teamApproval.count, {}, { signal }),
});

export const kycStateQuery = queryOptions({
  queryKey: keys.kyc,
  queryFn: ({ signal }) => call(endpoints.customer.kycState, {}, { signal }),
});

export const plannedPaymentsQuery = queryOptions({
  queryKey: [...keys.payments, 'scheduled'],
  queryFn: ({ signal }) => call(endpoints.payment.pendingDomestic, { filterType: 'scheduled' }, { signal }),
  select: ({ list }) => list,
});

export const waitingPaymentsQuery = queryOptions({
  queryKey: [...keys.payments, 'wait'],
  queryFn: ({ signal }) => call(endpoints.payment.pendingDomestic, { filterType: 'wait' }, { signal }),
  select: ({ list }) => list,
});
