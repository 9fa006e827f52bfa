import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { approveRequest, listRequests, refuseRequest } from './decide-request.ts';

export function accessRequestRoutes(bind: Bind, invitationKey: Buffer): void {
  bind.verb(contract.accessRequest.list, listRequests);
  bind.verb(contract.accessRequest.approve, approveRequest(invitationKey));
  bind.verb(contract.accessRequest.refuse, refuseRequest);
}
