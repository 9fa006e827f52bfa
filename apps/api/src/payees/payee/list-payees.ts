import type { contract } from '@larkmere/contract/contract';
import { hasSwift } from '../../customers/customer/customer.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { toStaffViews } from './decide-payee.ts';
import { selectPayees, selectPendingPayees, selectUsablePayees } from './payee.sql.ts';
import { requireOwnPayee, toPayee } from './payee.ts';
import { toPayeeView, toPayeeViews } from './payee.view.ts';

export const listPayees: Verb<typeof contract.payee.list> = async (ctx, { search }) =>
  toPayeeViews(ctx, (await selectPayees(ctx.tx, ctx.actor.customerId, search)).map(toPayee));

export const listPendingPayees: Verb<typeof contract.payeeReview.list> = async (ctx) => {
  return toStaffViews(ctx, (await selectPendingPayees(ctx.tx)).map(toPayee));
};

export const listUsableEur: Verb<typeof contract.payee.usableEur> = async (ctx) =>
  toPayeeViews(
    ctx,
    (await selectUsablePayees(ctx.tx, ctx.actor.customerId, { types: ['eur'], currency: 'EUR' })).map(toPayee),
  );

export const listUsableGbp: Verb<typeof contract.payee.usableGbp> = async (ctx) =>
  toPayeeViews(
    ctx,
    (await selectUsablePayees(ctx.tx, ctx.actor.customerId, { types: ['gbp'], currency: 'GBP' })).map(toPayee),
  );

export const listUsableSwt: Verb<typeof contract.payee.usableSwt> = async (ctx, { x: currency }) => {
  const swift = (await hasSwift(ctx.tx, ctx.actor.customerId)) ? (['swt', 'swiftatw'] as const) : [];
  const types = ['thb', 'usd', 'localatw', ...swift] as const;
  return toPayeeViews(ctx, (await selectUsablePayees(ctx.tx, ctx.actor.customerId, { types, currency })).map(toPayee));
};

export const viewPayee: Verb<typeof contract.payee.view> = async (ctx, { uid }) =>
  toPayeeView(ctx, await requireOwnPayee(ctx, uid));
