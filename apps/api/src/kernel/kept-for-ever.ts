import { isMoneyRight } from '@larkmere/contract/access';
import { contract } from '@larkmere/contract/contract';
import type { Endpoint } from '@larkmere/contract/endpoint';

/** Calls that move money, or decide about it, by another right than one to pay. */
const alsoMoving: ReadonlySet<Endpoint> = new Set<Endpoint>([
  contract.teamApproval.approve,
  contract.teamApproval.reject,
  contract.teamApproval.recall,
  contract.review.release,
  contract.review.refuse,
  contract.review.settle,
  contract.compensation.approve,
  contract.compensation.approveReversal,
  contract.position.cover,
]);

/** Whether the answer to a call under its key is kept for ever, so that a repeat after months still moves nothing. */
export const isKeptForEver = (endpoint: Endpoint): boolean =>
  (isMoneyRight(endpoint.access) && !endpoint.asksOnly) || alsoMoving.has(endpoint);
