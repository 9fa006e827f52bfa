import type { contract } from '@larkmere/contract/contract';
import { requireRightToDeal } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';

export const showActive: Verb<typeof contract.globalPayment.isActive> = async (ctx) => {
  try {
    await requireRightToDeal(ctx, 'payment.crosscurrency');
    return { active: true, mode: 'on', message: null, until: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const until = error.data?.until;
    return { active: false, mode: 'off', message: error.message, until: typeof until === 'string' ? until : null };
  }
};
