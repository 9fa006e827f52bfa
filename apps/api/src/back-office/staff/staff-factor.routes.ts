import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import {
  addStaffPasskey,
  beginStaffAuthenticator,
  beginStaffChallenge,
  beginStaffPasskey,
  confirmStaffAuthenticator,
  listOwnFactors,
  removeStaffPasskey,
  renameStaffPasskey,
} from './change-factors.ts';
import type { StaffFactorSettings } from './factor-settings.ts';

export function staffFactorRoutes(bind: Bind, settings: StaffFactorSettings): void {
  bind.verb(contract.staffFactor.list, listOwnFactors);
  bind.verb(contract.staffFactor.beginChallenge, beginStaffChallenge(settings));
  bind.workflow(contract.staffFactor.beginPasskey, beginStaffPasskey(settings));
  bind.workflow(contract.staffFactor.addPasskey, addStaffPasskey(settings));
  bind.verb(contract.staffFactor.renamePasskey, renameStaffPasskey);
  bind.workflow(contract.staffFactor.removePasskey, removeStaffPasskey(settings));
  bind.workflow(contract.staffFactor.beginTotp, beginStaffAuthenticator(settings));
  bind.workflow(contract.staffFactor.confirmTotp, confirmStaffAuthenticator(settings));
}
