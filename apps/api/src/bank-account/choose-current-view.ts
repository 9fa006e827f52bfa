import type { contract } from '@larkmere/contract/contract';
import { rememberView } from '../customer/customer.ts';
import { audit } from '../kernel/audit.ts';
import type { Verb } from '../kernel/verb.ts';
import { requireOwnAccount } from './bank-account.ts';

export const chooseCurrentView: Verb<typeof contract.bankAccount.chooseView> = async (ctx, { bankholderid }) => {
  const { customerId } = await requireOwnAccount(ctx, bankholderid);
  await rememberView(ctx.tx, customerId, bankholderid);
  await audit(ctx, 'bank_account.view_chosen', `customer:${customerId}`, { bankholderid });
  return { customerId, accountSet: 'main', bankholderid };
};
