import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { contract } from '@larkmere/contract/contract';
import type { AccessKey } from '@larkmere/contract/platform/access';
import type { CustomerActor, Verb } from '../../platform/requests/verb.ts';
import { listOwnAccounts } from './bank-account.ts';
import { toBankAccountView } from './bank-account.view.ts';

export const listBankAccounts: Verb<typeof contract.bankAccount.list> = async (ctx) => {
  const accounts = await listOwnAccounts(ctx);
  const open = accounts.filter(({ status }) => status !== 'closed').map(toBankAccountView);
  const shown = mayReadNumbers(ctx.actor) ? open : open.map(withoutNumbers);
  return Object.fromEntries(Map.groupBy(shown, ({ currency }) => currency));
};

const rightsToNumbers: readonly AccessKey[] = ['statement', 'receive', 'payment'];

const mayReadNumbers = ({ access }: Pick<CustomerActor, 'access'>): boolean =>
  rightsToNumbers.some((key) => access.has(key));

/** A holder of a card alone needs to know which account it draws on, and nothing that lets others pay in or out. */
const withoutNumbers = (account: BankAccountView): BankAccountView => ({
  ...account,
  accountnumber: null,
  sortcode: null,
  international: null,
  reference: null,
  cardlast4: null,
  hascard: false,
  features: [],
});
