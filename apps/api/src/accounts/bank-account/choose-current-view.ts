import type { contract } from '@larkmere/contract/contract';
import { setCurrentView } from '../../customers/customer/customer.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireOwnAccount } from './bank-account.ts';

export const chooseCurrentView: Verb<typeof contract.bankAccount.setCurrentView> = async (ctx, { bankholderid }) => {
  const { customerId } = await requireOwnAccount(ctx, bankholderid);
  await setCurrentView(ctx.tx, ctx.actor, bankholderid);
  await audit(ctx, 'bank_account.view_chosen', `customer:${customerId}`, { bankholderid });
  return { customerId, accountSet: 'main', bankholderid };
};
