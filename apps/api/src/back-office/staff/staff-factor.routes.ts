import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { beginStaffChallenge } from './begin-challenge.ts';
import { addStaffPasskey, beginStaffPasskey, removeStaffPasskey, renameStaffPasskey } from './change-passkeys.ts';
import type { StaffFactorSettings } from './factor-settings.ts';
import { listOwnFactors } from './list-factors.ts';
import { beginStaffAuthenticator, confirmStaffAuthenticator } from './replace-authenticator.ts';

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
