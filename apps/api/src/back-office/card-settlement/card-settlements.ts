import type { contract } from '@larkmere/contract/contract';
import { listSettlements, scheduleComparison, showSettlement } from '../../cards/card-payment/card-payment.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';

export const listCardSettlements: Verb<typeof contract.cardSettlement.list> = async ({ tx }) => ({
  list: await listSettlements(tx),
});

export const showCardSettlement: Verb<typeof contract.cardSettlement.show> = ({ tx }, { id }) => showSettlement(tx, id);

/** The file is fetched outside of this request, within a second. */
export const compareCardSettlement: Verb<typeof contract.cardSettlement.compare> = async (ctx, { id }) => {
  await scheduleComparison(ctx, id);
  await audit(ctx, 'card_settlement.compared_by_staff', `card-settlement:${id}`);
  return { list: await listSettlements(ctx.tx) };
};
