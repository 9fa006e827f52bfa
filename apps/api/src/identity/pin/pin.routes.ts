import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { createPin, resetPin, showPin, showResetState, updatePin } from './change-pin.ts';
import { recordClientPinLog } from './log-pin.ts';
import type { Pepper } from './pepper.ts';
import type { PinFactors } from './pin.ts';
import { sendPinCode } from './pin-code.ts';
import { verifyPin } from './verify-pin.ts';

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
