import type { contract } from '@larkmere/contract/contract';
import { selectCurrentView, setCurrentView } from '../../customers/customer/customer.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { listOwnAccounts, requireOwnAccount } from './bank-account.ts';

export const chooseCurrentView: Verb<typeof contract.bankAccount.setCurrentView> = async (ctx, { bankholderid }) => {
  const { customerId } = await requireOwnAccount(ctx, bankholderid);
  await setCurrentView(ctx.tx, ctx.actor, bankholderid);
  await audit(ctx, 'bank_account.view_chosen', `customer:${customerId}`, { bankholderid });
  return { customerId, accountSet: 'main', bankholderid };
};

export const showCurrentView: Verb<typeof contract.bankAccount.currentView> = async (ctx) => {
  const { customerId } = ctx.actor;
  const chosen = await selectCurrentView(ctx.tx, ctx.actor);
  const open = (await listOwnAccounts(ctx)).filter(({ status }) => status !== 'closed');
  const account = open.find(({ bankholderId }) => bankholderId === chosen) ?? open[0];
  return { customerId, accountSet: 'main', bankholderid: account?.bankholderId ?? null };
};
