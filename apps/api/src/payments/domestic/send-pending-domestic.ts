import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { requirePayeeReference } from '../initiation/initiation.ts';
import { sendDomestic } from './send-domestic.ts';

export const sendPendingDomestic: Verb<typeof contract.payment.sendPendingDomestic> = async (ctx, order) => {
  const reference = requirePayeeReference(order.currency, order.reference);
  const { scheme = 'auto', ...plain } = order;
  return sendDomestic(ctx, { ...plain, ...(order.currency === 'EUR' && { scheme }), reference });
};
