import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import {
  approveManualRate,
  approveSourceOn,
  askSourceOn,
  endManualRate,
  listRates,
  proposeManualRate,
  refuseManualRate,
  refuseSourceOn,
  turnSourceOff,
} from './set-manual-rate.ts';

export function rateDeskRoutes(bind: Bind): void {
  const calls = contract.rateDesk;
  bind.verb(calls.list, listRates);
  bind.verb(calls.propose, proposeManualRate);
  bind.verb(calls.approve, approveManualRate);
  bind.verb(calls.refuse, refuseManualRate);
  bind.verb(calls.end, endManualRate);
  bind.verb(calls.turnOff, turnSourceOff);
  bind.verb(calls.askOn, askSourceOn);
  bind.verb(calls.approveOn, approveSourceOn);
  bind.verb(calls.refuseOn, refuseSourceOn);
}
