import type { contract } from '@larkmere/contract/contract';
import { requireTradingPermission } from '../../fx/conversion/conversion.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';

export const showAvailability: Verb<typeof contract.globalPayment.isActive> = async (ctx) => {
  try {
    await requireTradingPermission(ctx, 'payment.crosscurrency');
    return { active: true, mode: 'on', message: null, until: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const until = error.data?.until;
    return { active: false, mode: 'off', message: error.message, until: typeof until === 'string' ? until : null };
  }
};
