import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { accountsOf } from './bank-account.ts';
import { viewOf } from './bank-account.view.ts';

export const listBankAccounts: Verb<typeof contract.bankAccount.list> = async (ctx) => {
  const accounts = await accountsOf(ctx.tx, ctx.actor.customerId);
  const open = accounts.filter(({ status }) => status !== 'closed').map(viewOf);
  return Object.fromEntries(Map.groupBy(open, ({ currency }) => currency));
};
