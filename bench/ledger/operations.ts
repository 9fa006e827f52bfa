import { randomFillSync } from 'node:crypto';
import type { AccountId, Operation, OperationId, Posting } from '@larkmere/ledger/types';
import { money } from '@larkmere/money/money';
import { v7 } from 'uuid';

export type NextOperation = () => Operation;

export function betweenRandomAccounts(accounts: readonly AccountId[]): NextOperation {
  return () => {
    const from = Math.floor(Math.random() * accounts.length);
    const to = (from + 1 + Math.floor(Math.random() * (accounts.length - 1))) % accounts.length;
    return transfer([pounds(accountAt(accounts, from), accountAt(accounts, to), smallAmount())]);
  };
}

export const intoOneAccount = (accounts: readonly AccountId[], one: AccountId): NextOperation => {
  return () => transfer([pounds(randomAccount(accounts), one, smallAmount())]);
};

export type NextPayment = () => Readonly<{ hold: Operation; settlement: readonly Operation[] }>;

type Payment = Readonly<{
  payers: readonly AccountId[];
  clearing: AccountId;
  feeIncome: AccountId;
  safeguarding: AccountId;
}>;

/** The operations of a payment with a fee, as `initiation` and `execution` book them. */
export const payment = ({ payers, clearing, feeIncome, safeguarding }: Payment): NextPayment => {
  return () => {
    const [payer, amount] = [randomAccount(payers), smallAmount()];
    const [holdId, code] = [nextId(), 'bench.payment'];
    const postings = [pounds(payer, clearing, amount), pounds(payer, feeIncome, 1n)];
    return {
      hold: { kind: 'hold', id: holdId, code, postings },
      settlement: [
        { kind: 'post_hold', id: nextId(), code, holdId },
        transfer([pounds(clearing, safeguarding, amount)]),
      ],
    };
  };
};

type Exchange = Readonly<{
  pounds: readonly AccountId[];
  euros: readonly AccountId[];
  positionGbp: AccountId;
  positionEur: AccountId;
  fees: AccountId;
}>;

export const exchange = (accounts: Exchange): NextOperation => {
  return () => {
    const customer = Math.floor(Math.random() * accounts.pounds.length);
    const from = accountAt(accounts.pounds, customer);
    return transfer([
      pounds(from, accounts.positionGbp, smallAmount()),
      { debit: accounts.positionEur, credit: accountAt(accounts.euros, customer), amount: money('EUR', smallAmount()) },
      pounds(from, accounts.fees, 1n),
    ]);
  };
};

const transfer = (postings: readonly Posting[]): Operation => ({
  kind: 'post',
  id: nextId(),
  code: 'bench.transfer',
  postings,
});

/** Drawing random bytes for each id would cost more than the rest of the operation. */
const random = new Uint8Array(16_384);
let used = random.length;
let createdCount = 0;
function nextId(): OperationId {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += 16;
  createdCount += 1;
  return v7({ random: random.subarray(used - 16, used), msecs: Date.now(), seq: createdCount }) as OperationId;
}

const pounds = (debit: AccountId, credit: AccountId, minor: bigint): Posting => ({
  debit,
  credit,
  amount: money('GBP', minor),
});

const smallAmount = (): bigint => BigInt(1 + Math.floor(Math.random() * 1000));

const randomAccount = (accounts: readonly AccountId[]): AccountId =>
  accountAt(accounts, Math.floor(Math.random() * accounts.length));

function accountAt(accounts: readonly AccountId[], position: number): AccountId {
  const account = accounts[position];
  if (account === undefined) throw new RangeError(`no account at ${position}`);
  return account;
}
