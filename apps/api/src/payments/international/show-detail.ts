import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { viewOwnSwiftPayment } from '../payment/payment.ts';

export const showDetail: Verb<typeof contract.globalPayment.detail> = (ctx, { id }) => viewOwnSwiftPayment(ctx, id);
