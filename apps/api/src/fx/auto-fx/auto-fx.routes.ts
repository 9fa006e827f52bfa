import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { listAutoFx } from './auto-fx.read.ts';
import { cancelAutoFx, editAutoFx, pauseAutoFx, resumeAutoFx } from './change-order.ts';
import { placeAutoFx } from './place-order.ts';

export function autoFxRoutes(bind: Bind): void {
  bind.verb(contract.autoFx.list, listAutoFx);
  bind.verb(contract.autoFx.place, placeAutoFx);
  bind.verb(contract.autoFx.edit, editAutoFx);
  bind.verb(contract.autoFx.pause, pauseAutoFx);
  bind.verb(contract.autoFx.resume, resumeAutoFx);
  bind.verb(contract.autoFx.cancel, cancelAutoFx);
}
