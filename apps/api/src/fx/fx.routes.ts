import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { convertFx } from './convert-fx.ts';
import { quoteFx } from './quote-fx.ts';

export function fxRoutes(bind: Bind): void {
  bind.verb(contract.fx.quote, quoteFx);
  bind.verb(contract.fx.convert, convertFx);
}
