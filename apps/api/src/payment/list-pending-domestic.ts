import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { paymentsOf } from './list-payments.ts';

export const listPendingDomestic: Verb<typeof contract.payment.pendingDomestic> = async (ctx, asked) => ({
  list: await paymentsOf(ctx, ['domestic', 'internal'], asked),
});
