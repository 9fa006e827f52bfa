import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { selectUsablePayees } from './payee.sql.ts';
import { payeeOf } from './payee.ts';
import { viewsOf } from './payee.view.ts';

/** The payees of every type but the two with lists of their own that can be paid in a currency, favourites first, then those paid last. */
export const listUsableSwt: Verb<typeof contract.payee.usableSwt> = async (ctx, { x: currency }) => {
  const types = ['thb', 'swt', 'usd', 'localatw', 'swiftatw'] as const;
  return viewsOf(ctx, (await selectUsablePayees(ctx.tx, ctx.actor.customerId, { types, currency })).map(payeeOf));
};
