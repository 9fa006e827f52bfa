import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

/** With a reason it is refused; the customer reads it. */
export type DocumentDecision = Readonly<{ uid: string; reason?: string; idempotency: string }>;

/** It changes the pages of the customer, and the review of the payment. */
export function useDecideDocument(customerId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ reason, ...input }: DocumentDecision) =>
      reason === undefined
        ? call(staffEndpoints.document.accept, input)
        : call(staffEndpoints.document.refuse, { ...input, reason }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: staffKeys.review });
      return cache.invalidateQueries({ queryKey: staffKeys.customer(customerId) });
    },
    meta: { showsOwnError: true },
  });
}
