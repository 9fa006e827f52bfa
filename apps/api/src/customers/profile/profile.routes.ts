import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { showProfile } from './show-profile.ts';
import { updateProfile } from './update-profile.ts';

export function profileRoutes(bind: Bind): void {
  bind.verb(contract.profile.show, showProfile);
  bind.verb(contract.profile.update, updateProfile);
}
