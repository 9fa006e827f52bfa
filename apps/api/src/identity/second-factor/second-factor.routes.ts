import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { addPasskey, beginAuthenticator, beginPasskey, confirmAuthenticator } from './add-factor.ts';
import type { FactorSettings } from './factor-settings.ts';
import { listFactors } from './list-factors.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { removeFactor, renamePasskey } from './remove-factor.ts';
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
