import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { editAutoFx } from './edit-auto-fx.ts';
import { listAutoFx } from './list-auto-fx.ts';
import { placeAutoFx } from './place-auto-fx.ts';
import { cancelAutoFx, pauseAutoFx, resumeAutoFx } from './turn-auto-fx.ts';

export function autoFxRoutes(bind: Bind): void {
  bind.verb(contract.autoFx.list, listAutoFx);
  bind.verb(contract.autoFx.place, placeAutoFx);
  bind.verb(contract.autoFx.edit, editAutoFx);
  bind.verb(contract.autoFx.pause, pauseAutoFx);
  bind.verb(contract.autoFx.resume, resumeAutoFx);
  bind.verb(contract.autoFx.cancel, cancelAutoFx);
}
