import type { contract } from '@larkmere/contract/contract';
import { type AccessKey, type AccessLevel, accessLevelFor } from '@larkmere/contract/platform/access';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectAccountCounts } from './bank-account.read.ts';

type AccountCounts = Reply<typeof contract.bankAccount.count>;
type PendingCount = Exclude<keyof AccountCounts, 'accounts' | 'currencies'>;

const viewLevels: readonly AccessLevel[] = ['view', 'prepare', 'execute', 'approve'];
const answerLevels: readonly AccessLevel[] = ['prepare', 'execute'];

const requiredAccess: Readonly<Record<PendingCount, Readonly<{ key: AccessKey; levels: readonly AccessLevel[] }>>> = {
  pendingPayments: { key: 'payment', levels: viewLevels },
  pendingSwift: { key: 'swiftpending', levels: viewLevels },
  payeesWaiting: { key: 'payee', levels: viewLevels },
  standingOrdersToDecide: { key: 'standingorder', levels: answerLevels },
  dealsToAnswer: { key: 'manualfx', levels: answerLevels },
};

export const countBankAccounts: Verb<typeof contract.bankAccount.count> = async ({ tx, actor }) => {
  const counted = await selectAccountCounts(tx, actor);
  const concerned = (of: PendingCount): number => {
    const { key, levels } = requiredAccess[of];
    return actor.access.has(key) && levels.includes(accessLevelFor(actor.role, key)) ? counted[of] : 0;
  };
  return {
    accounts: counted.accounts,
    currencies: counted.currencies,
    pendingPayments: concerned('pendingPayments'),
    pendingSwift: concerned('pendingSwift'),
    payeesWaiting: concerned('payeesWaiting'),
    standingOrdersToDecide: concerned('standingOrdersToDecide'),
    dealsToAnswer: concerned('dealsToAnswer'),
  };
};
