import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { viewOwnSwift } from '../payment/payment.ts';

/** One payment by SWIFT of the caller; refuses `not_found` for any other and for somebody else's. */
export const showDetail: Verb<typeof contract.globalPayment.detail> = (ctx, { id }) => viewOwnSwift(ctx, id);
