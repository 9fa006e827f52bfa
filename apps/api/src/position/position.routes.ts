import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { coverPosition } from './cover-position.ts';
import { showPosition } from './show-position.ts';

export function positionRoutes(bind: Bind): void {
  bind.verb(contract.position.show, showPosition);
  bind.verb(contract.position.cover, coverPosition);
}
