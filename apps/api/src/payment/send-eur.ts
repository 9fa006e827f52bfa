import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { sendDomestic } from './send-domestic.ts';

/** Euros by SEPA. Refusals are those of `sendDomestic`. */
export const sendEur: Verb<typeof contract.payment.sendEur> = (ctx, order) => sendDomestic(ctx, order);

/** The same from an account that is kept with the partner. */
export const sendIfxEur: Verb<typeof contract.payment.sendIfxEur> = (ctx, order) => sendDomestic(ctx, order, 'ifx');
