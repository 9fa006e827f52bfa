import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { sendDomestic } from './send-domestic.ts';

export const sendGbp: Verb<typeof contract.payment.sendGbp> = (ctx, order) => sendDomestic(ctx, order);

export const sendIfxGbp: Verb<typeof contract.payment.sendIfxGbp> = (ctx, order) => sendDomestic(ctx, order, 'ifx');
