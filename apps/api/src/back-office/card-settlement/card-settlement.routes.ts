import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { compareCardSettlement, listCardSettlements, showCardSettlement } from './card-settlements.ts';

export function cardSettlementRoutes(bind: Bind): void {
  bind.verb(contract.cardSettlement.list, listCardSettlements);
  bind.verb(contract.cardSettlement.show, showCardSettlement);
  bind.verb(contract.cardSettlement.compare, compareCardSettlement);
}
