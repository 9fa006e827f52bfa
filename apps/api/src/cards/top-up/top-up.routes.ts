import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import type { CardProcessor } from '../card/card.ts';
import { receiveCardEvent } from './receive-event.ts';
import { showOptions, startTopUp } from './start-top-up.ts';
import { cancelTopUp, getTopUp } from './top-up.view.ts';

export function topUpRoutes(bind: Bind, processor: CardProcessor, site: string): void {
  bind.verb(contract.topUp.options, showOptions(processor, site));
  bind.workflow(contract.topUp.start, startTopUp(processor, site));
  bind.verb(contract.topUp.view, getTopUp);
  bind.verb(contract.topUp.cancel, cancelTopUp);
  bind.verb(contract.topUp.receiveEvent, receiveCardEvent);
}
