import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import type { HelpKeys } from '../person/person.ts';
import {
  agreeToAccess,
  changeSubUserPassword,
  inviteSubUser,
  listSubUsers,
  removeSubUser,
  resetSubUserPin,
  showSubUser,
  updateSubUser,
  withdrawAccess,
} from './change-sub-users.ts';

export function subUserRoutes(bind: Bind, keys: HelpKeys): void {
  bind.verb(contract.subUser.list, listSubUsers);
  bind.verb(contract.subUser.invite, inviteSubUser);
  bind.verb(contract.subUser.show, showSubUser);
  bind.verb(contract.subUser.update, updateSubUser);
  bind.verb(contract.subUser.remove, removeSubUser);
  bind.verb(contract.subUser.resetPin, resetSubUserPin);
  bind.verb(contract.subUser.agree, agreeToAccess);
  bind.verb(contract.subUser.withdraw, withdrawAccess);
  bind.workflow(contract.subUser.changePassword, changeSubUserPassword(keys));
}
