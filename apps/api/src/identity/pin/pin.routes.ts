import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { createPin, resetPin, updatePin } from './change-pin.ts';
import type { Pepper } from './pepper.ts';
import { showPin, showResetState } from './pin.read.ts';
import { type PinFactors, sendPinCode } from './pin-proof.ts';
import { recordClientPinLog, verifyPin } from './verify-pin.ts';

export function pinRoutes(bind: Bind, pepper: Pepper, factors: PinFactors): void {
  bind.verb(contract.pin.state, showPin);
  bind.workflow(contract.pin.create, createPin(pepper, factors));
  bind.workflow(contract.pin.update, updatePin(pepper));
  bind.workflow(contract.pin.verify, verifyPin(pepper, factors));
  bind.verb(contract.pin.log, recordClientPinLog);
  bind.verb(contract.pin.resetState, showResetState(factors));
  bind.workflow(contract.pin.reset, resetPin(pepper, factors));
  bind.verb(contract.pin.sendCode, sendPinCode(pepper));
}
