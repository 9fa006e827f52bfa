import type { contract } from '@larkmere/contract/contract';
import { hasSwift } from '../customer/customer.ts';
import type { Verb } from '../kernel/verb.ts';
import { selectUsablePayees } from './payee.sql.ts';
import { payeeOf } from './payee.ts';
import { viewsOf } from './payee.view.ts';

export const listUsableSwt: Verb<typeof contract.payee.usableSwt> = async (ctx, { x: currency }) => {
  const swift = (await hasSwift(ctx.tx, ctx.actor.customerId)) ? (['swt', 'swiftatw'] as const) : [];
  const types = ['thb', 'usd', 'localatw', ...swift] as const;
  return viewsOf(ctx, (await selectUsablePayees(ctx.tx, ctx.actor.customerId, { types, currency })).map(payeeOf));
};
