import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { sendDomestic } from './send-domestic.ts';

export const sendThb: Verb<typeof contract.payment.sendThb> = (ctx, order) => sendDomestic(ctx, order);
