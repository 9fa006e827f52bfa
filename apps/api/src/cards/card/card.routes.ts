import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { listCards } from './list-cards.ts';
import { type ListAcceptedFunding, lookUpBin } from './look-up-bin.ts';
import type { CardProcessor } from './rails/card-processor.ts';
import { removeCard } from './remove-card.ts';

export function cardRoutes(bind: Bind, processor: CardProcessor, listAcceptedFunding: ListAcceptedFunding): void {
  bind.verb(contract.card.list, listCards);
  bind.verb(contract.card.remove, removeCard);
  bind.workflow(contract.card.lookUp, lookUpBin(processor, listAcceptedFunding));
}
