import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { sendDomestic } from './send-domestic.ts';

/** Pounds by Faster Payments. Refusals are those of `sendDomestic`. */
export const sendGbp: Verb<typeof contract.payment.sendGbp> = (ctx, order) => sendDomestic(ctx, order);

/** The same from an account that is kept with the partner. */
export const sendIfxGbp: Verb<typeof contract.payment.sendIfxGbp> = (ctx, order) => sendDomestic(ctx, order, 'ifx');
