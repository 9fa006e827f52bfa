import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { coverPosition } from './cover-position.ts';
import { showPosition } from './show-position.ts';

export function treasuryRoutes(bind: Bind): void {
  bind.verb(contract.treasury.show, showPosition);
  bind.verb(contract.treasury.cover, coverPosition);
}
