import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import {
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  confirmAuthenticator,
  removeFactor,
  renamePasskey,
} from './change-factors.ts';
import type { FactorSettings } from './factor-settings.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { listFactors } from './second-factor.read.ts';
import { beginFactorChallenge } from './verify-factor.ts';

export function secondFactorRoutes(bind: Bind, settings: FactorSettings): void {
  bind.verb(contract.secondFactor.list, listFactors);
  bind.verb(contract.secondFactor.beginChallenge, beginFactorChallenge(settings));
  bind.verb(contract.secondFactor.beginPasskey, beginPasskey(settings));
  bind.workflow(contract.secondFactor.addPasskey, addPasskey(settings));
  bind.verb(contract.secondFactor.renamePasskey, renamePasskey);
  bind.workflow(contract.secondFactor.beginTotp, beginAuthenticator(settings));
  bind.workflow(contract.secondFactor.confirmTotp, confirmAuthenticator(settings));
  bind.workflow(contract.secondFactor.remove, removeFactor);
  bind.workflow(contract.secondFactor.makeRecoveryCodes, makeRecoveryCodes(settings));
}
