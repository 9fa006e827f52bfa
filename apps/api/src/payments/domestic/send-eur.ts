import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { sendDomestic } from './send-domestic.ts';

export const sendEur: Verb<typeof contract.payment.sendEur> = (ctx, order) => sendDomestic(ctx, order);

export const sendIfxEur: Verb<typeof contract.payment.sendIfxEur> = (ctx, order) => sendDomestic(ctx, order, 'ifx');
