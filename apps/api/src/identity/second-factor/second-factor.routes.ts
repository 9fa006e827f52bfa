import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { beginAuthenticator, confirmAuthenticator } from './add-authenticator.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import type { FactorSettings } from './factor-settings.ts';
import { listFactors } from './list-factors.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';
import { beginFactorChallenge } from './pin-factors.ts';
import { removeFactor } from './remove-factor.ts';
import { renamePasskey } from './rename-passkey.ts';

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
