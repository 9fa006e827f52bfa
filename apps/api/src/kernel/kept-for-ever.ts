import { isMoneyRight } from '@larkmere/contract/access';
import { contract } from '@larkmere/contract/contract';
import type { Endpoint } from '@larkmere/contract/endpoint';

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

/** Whether the reply of a call is kept forever, so that a repeat after months still moves no money. */
export const isKeptForEver = (endpoint: Endpoint): boolean =>
  (isMoneyRight(endpoint.access) && !endpoint.asksOnly) || alsoMoving.has(endpoint);
