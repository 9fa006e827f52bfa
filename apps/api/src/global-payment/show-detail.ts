import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { viewOwnPayment } from '../payment/payment.ts';

/** One payment of the caller; refuses `not_found` for an unknown one and for somebody else's. */
export const showDetail: Verb<typeof contract.globalPayment.detail> = (ctx, { id }) => viewOwnPayment(ctx, id);
