import { contract } from '@larkmere/contract/contract';
import { listSettlements, scheduleComparison, showSettlement } from '../../cards/card-payment/card-payment.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';

const listCardSettlements: Verb<typeof contract.cardSettlement.list> = async ({ tx }) => ({
  list: await listSettlements(tx),
});

const showCardSettlement: Verb<typeof contract.cardSettlement.show> = ({ tx }, { id }) => showSettlement(tx, id);

/** The file is fetched outside of this request, within a second. */
const compareCardSettlement: Verb<typeof contract.cardSettlement.compare> = async (ctx, { id }) => {
  await scheduleComparison(ctx, id);
  await audit(ctx, 'card_settlement.compared_by_staff', `card-settlement:${id}`);
  return { list: await listSettlements(ctx.tx) };
};

export function cardSettlementRoutes(bind: Bind): void {
  bind.verb(contract.cardSettlement.list, listCardSettlements);
  bind.verb(contract.cardSettlement.show, showCardSettlement);
  bind.verb(contract.cardSettlement.compare, compareCardSettlement);
}
