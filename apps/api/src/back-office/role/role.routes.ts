import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { approveRoles, proposeRoles, refuseRoles, showRoles } from './change-roles.ts';

export function roleRoutes(bind: Bind): void {
  bind.verb(contract.role.show, showRoles);
  bind.verb(contract.role.propose, proposeRoles);
  bind.verb(contract.role.approve, approveRoles);
  bind.verb(contract.role.refuse, refuseRoles);
}
