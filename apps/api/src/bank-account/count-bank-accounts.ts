import { type AccessKey, type AccessLevel, levelOf } from '@larkmere/contract/access';
import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/endpoint';
import type { Verb } from '../kernel/verb.ts';
import { countAll } from './bank-account.read.ts';

type Counted = Reply<typeof contract.bankAccount.count>;
type Waiting = Exclude<keyof Counted, 'accounts' | 'currencies'>;

const sees: readonly AccessLevel[] = ['view', 'prepare', 'do', 'approve'];
const answers: readonly AccessLevel[] = ['prepare', 'do'];

const concerns: Readonly<Record<Waiting, Readonly<{ key: AccessKey; levels: readonly AccessLevel[] }>>> = {
  pendingPayments: { key: 'payment', levels: sees },
  pendingSwift: { key: 'swiftpending', levels: sees },
  payeesWaiting: { key: 'payee', levels: sees },
  standingQuestions: { key: 'standingorder', levels: answers },
  dealsToAnswer: { key: 'manualfx', levels: answers },
};

export const countBankAccounts: Verb<typeof contract.bankAccount.count> = async ({ tx, actor }) => {
  const counted = await countAll(tx, actor.customerId);
  const concerned = (of: Waiting): number => {
    const { key, levels } = concerns[of];
    return actor.access.has(key) && levels.includes(levelOf(actor.role, key)) ? counted[of] : 0;
  };
  return {
    accounts: counted.accounts,
    currencies: counted.currencies,
    pendingPayments: concerned('pendingPayments'),
    pendingSwift: concerned('pendingSwift'),
    payeesWaiting: concerned('payeesWaiting'),
    standingQuestions: concerned('standingQuestions'),
    dealsToAnswer: concerned('dealsToAnswer'),
  };
};
