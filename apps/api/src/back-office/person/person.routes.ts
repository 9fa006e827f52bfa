import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import {
  approveContactRecovery,
  changePassword,
  correctPerson,
  listContactRecoveries,
  prepareContactRecovery,
  refuseContactRecovery,
  resetPin,
  withdrawContactRecovery,
} from './help-person.ts';
import { showPerson } from './person.read.ts';
import type { HelpKeys } from './person.ts';

export function personRoutes(bind: Bind, keys: HelpKeys): void {
  bind.verb(contract.person.show, showPerson);
  bind.verb(contract.person.correct, correctPerson(keys));
  bind.verb(contract.person.resetPin, resetPin);
  bind.workflow(contract.person.changePassword, changePassword(keys));
  bind.verb(contract.personContactRecovery.list, listContactRecoveries);
  bind.verb(contract.personContactRecovery.prepare, prepareContactRecovery(keys));
  bind.verb(contract.personContactRecovery.approve, approveContactRecovery);
  bind.verb(contract.personContactRecovery.refuse, refuseContactRecovery);
  bind.verb(contract.personContactRecovery.withdraw, withdrawContactRecovery);
}
