import type { contract } from '@larkmere/contract/contract';
import { selectCurrentView } from '../../customers/customer/customer.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { listOwnAccounts } from './bank-account.ts';

export const showCurrentView: Verb<typeof contract.bankAccount.currentView> = async (ctx) => {
  const { customerId } = ctx.actor;
  const chosen = await selectCurrentView(ctx.tx, ctx.actor);
  const open = (await listOwnAccounts(ctx)).filter(({ status }) => status !== 'closed');
  const account = open.find(({ bankholderId }) => bankholderId === chosen) ?? open[0];
  return { customerId, accountSet: 'main', bankholderid: account?.bankholderId ?? null };
};
