import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { showProfile, updateProfile } from './show-profile.ts';

export function profileRoutes(bind: Bind): void {
  bind.verb(contract.profile.show, showProfile);
  bind.verb(contract.profile.update, updateProfile);
}
