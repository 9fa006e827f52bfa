import type { contract } from '@larkmere/contract/contract';
import { PaymentReference, SepaReference, ThaiReference } from '@larkmere/contract/send-payment';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { sendDomestic } from './send-domestic.ts';

const references = { GBP: PaymentReference, EUR: SepaReference, THB: ThaiReference } as const;

/**
 * A payment in its own currency that may need documents first: it waits `in_review` when a rule asks for some. Refuses
 * with `reference_invalid` what the rail cannot carry, and as `sendDomestic` does.
 */
export const sendPendingDomestic: Verb<typeof contract.payment.sendPendingDomestic> = async (ctx, order) => {
  const reference = references[order.currency].safeParse(order.reference);
  if (!reference.success)
    throw new Refusal('reference_invalid', {
      message: reference.error.issues[0]?.message ?? 'Enter another reference',
    });
  const { scheme = 'auto', ...plain } = order;
  return sendDomestic(ctx, { ...plain, ...(order.currency === 'EUR' && { scheme }), reference: reference.data });
};
