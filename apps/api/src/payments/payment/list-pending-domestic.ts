import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { listPaymentViews } from './list-payments.ts';

export const listPendingDomestic: Verb<typeof contract.payment.pendingDomestic> = async (ctx, asked) => ({
  list: await listPaymentViews(ctx, ['domestic', 'internal'], asked),
});
