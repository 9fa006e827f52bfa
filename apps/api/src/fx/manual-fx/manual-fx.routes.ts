import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { listDeals, showDealingDesk } from './manual-fx.read.ts';
import { approveDeal, assignDeal, bookDeal, previewQuote, quoteDeal, refuseDeal } from './quote-deal.ts';
import { requestDeal } from './request-deal.ts';
import { acceptDeal, declineDeal, withdrawDeal } from './respond-to-quote.ts';

export function manualFxRoutes(bind: Bind): void {
  bind.verb(contract.manualFx.list, listDeals);
  bind.verb(contract.manualFx.request, requestDeal);
  bind.verb(contract.manualFx.accept, acceptDeal);
  bind.verb(contract.manualFx.decline, declineDeal);
  bind.verb(contract.manualFx.withdraw, withdrawDeal);
  bind.verb(contract.manualFx.workQueue, showDealingDesk);
  bind.verb(contract.manualFx.assign, assignDeal);
  bind.verb(contract.manualFx.preview, previewQuote);
  bind.verb(contract.manualFx.quote, quoteDeal);
  bind.verb(contract.manualFx.approve, approveDeal);
  bind.verb(contract.manualFx.markUnable, refuseDeal);
  bind.verb(contract.manualFx.book, bookDeal);
}
