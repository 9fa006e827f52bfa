import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { createPin } from './create-pin.ts';
import { logPin } from './log-pin.ts';
import type { Pepper } from './pepper.ts';
import { resetPin, showReset } from './reset-pin.ts';
import { showPin } from './show-pin.ts';
import { updatePin } from './update-pin.ts';
import { verifyPin } from './verify-pin.ts';

export function pinRoutes(bind: Bind, pepper: Pepper): void {
  bind.verb(contract.pin.state, showPin);
  bind.procedure(contract.pin.create, createPin(pepper));
  bind.procedure(contract.pin.update, updatePin(pepper));
  bind.procedure(contract.pin.verify, verifyPin(pepper));
  bind.verb(contract.pin.log, logPin);
  bind.verb(contract.pin.resetState, showReset);
  bind.procedure(contract.pin.reset, resetPin(pepper));
}
