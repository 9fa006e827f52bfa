import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { acceptDeal, declineDeal, withdrawDeal } from './answer-deal.ts';
import { listDeals, showBoard } from './list-deals.ts';
import { approveDeal, assignDeal, bookDeal, quoteDeal, refuseDeal } from './quote-deal.ts';
import { requestFx } from './request-fx.ts';

export function manualFxRoutes(bind: Bind): void {
  bind.verb(contract.manualFx.list, listDeals);
  bind.verb(contract.manualFx.request, requestFx);
  bind.verb(contract.manualFx.accept, acceptDeal);
  bind.verb(contract.manualFx.decline, declineDeal);
  bind.verb(contract.manualFx.withdraw, withdrawDeal);
  bind.verb(contract.manualFx.board, showBoard);
  bind.verb(contract.manualFx.assign, assignDeal);
  bind.verb(contract.manualFx.quote, quoteDeal);
  bind.verb(contract.manualFx.approve, approveDeal);
  bind.verb(contract.manualFx.unable, refuseDeal);
  bind.verb(contract.manualFx.book, bookDeal);
}
