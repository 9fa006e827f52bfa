import { contract } from '@larkmere/contract/contract';
import { isMoneyRight } from '@larkmere/contract/platform/access';
import type { Endpoint } from '@larkmere/contract/platform/endpoint';

const additionalMoneyEndpoints: ReadonlySet<Endpoint> = new Set<Endpoint>([
  contract.approval.approve,
  contract.approval.reject,
  contract.approval.recall,
  contract.review.release,
  contract.review.refuse,
  contract.review.settle,
  contract.compensation.approve,
  contract.compensation.approveReversal,
  contract.treasury.cover,
]);

/** Whether the reply of a call is kept forever, so that a repeat after months still moves no money. */
export const retainsIdempotencyKey = (endpoint: Endpoint): boolean =>
  (isMoneyRight(endpoint.access) && !endpoint.returnsQuote) || additionalMoneyEndpoints.has(endpoint);
