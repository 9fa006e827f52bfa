import type { contract } from '@larkmere/contract/contract';
import { findCustomer } from '../customer/customer.ts';
import type { Verb } from '../kernel/verb.ts';
import { accountsOf } from './bank-account.ts';

export const showCurrentView: Verb<typeof contract.bankAccount.currentView> = async (ctx) => {
  const { customerId } = ctx.actor;
  const chosen = (await findCustomer(ctx.tx, customerId))?.currentView;
  const open = (await accountsOf(ctx.tx, customerId)).filter(({ status }) => status !== 'closed');
  const account = open.find(({ bankholderId }) => bankholderId === chosen) ?? open[0];
  return { customerId, accountSet: 'main', bankholderid: account?.bankholderId ?? null };
};
