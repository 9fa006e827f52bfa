import type { contract } from '@larkmere/contract/contract';
import { hasSwift } from '../../customers/customer/customer.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectUsablePayees } from './payee.sql.ts';
import { toPayee } from './payee.ts';
import { toPayeeViews } from './payee.view.ts';

export const listUsableSwt: Verb<typeof contract.payee.usableSwt> = async (ctx, { x: currency }) => {
  const swift = (await hasSwift(ctx.tx, ctx.actor.customerId)) ? (['swt', 'swiftatw'] as const) : [];
  const types = ['thb', 'usd', 'localatw', ...swift] as const;
  return toPayeeViews(ctx, (await selectUsablePayees(ctx.tx, ctx.actor.customerId, { types, currency })).map(toPayee));
};
