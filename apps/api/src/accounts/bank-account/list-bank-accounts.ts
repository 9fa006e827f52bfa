import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { listOwnAccounts } from './bank-account.ts';
import { toBankAccountView } from './bank-account.view.ts';

export const listBankAccounts: Verb<typeof contract.bankAccount.list> = async (ctx) => {
  const accounts = await listOwnAccounts(ctx);
  const open = accounts.filter(({ status }) => status !== 'closed').map(toBankAccountView);
  return Object.fromEntries(Map.groupBy(open, ({ currency }) => currency));
};
