import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { requireReference } from './reference.ts';
import { sendDomestic } from './send-domestic.ts';

export const sendPendingDomestic: Verb<typeof contract.payment.sendPendingDomestic> = async (ctx, order) => {
  const reference = requireReference(order.currency, order.reference);
  const { scheme = 'auto', ...plain } = order;
  return sendDomestic(ctx, { ...plain, ...(order.currency === 'EUR' && { scheme }), reference });
};
