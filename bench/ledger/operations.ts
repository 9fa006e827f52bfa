import { randomFillSync } from 'node:crypto';
import type { AccountId, Operation, OperationId, Posting } from '@larkmere/ledger/types';
import { money } from '@larkmere/money/money';
import { v7 } from 'uuid';

export type Next = () => Operation;

export function betweenAny(accounts: readonly AccountId[]): Next {
  return () => {
    const from = Math.floor(Math.random() * accounts.length);
    const to = (from + 1 + Math.floor(Math.random() * (accounts.length - 1))) % accounts.length;
    return transfer([pounds(at(accounts, from), at(accounts, to), small())]);
  };
}

export const intoOne = (accounts: readonly AccountId[], one: AccountId): Next => {
  return () => transfer([pounds(drawn(accounts), one, small())]);
};

export function refusedAtTimes(accounts: readonly AccountId[], part: number): Next {
  const good = betweenAny(accounts);
  const tooMuch = 900_000_000_000_000n;
  return () => {
    if (Math.random() >= part) return good();
    return transfer([pounds(at(accounts, 0), at(accounts, 1 + Math.floor(Math.random() * 100)), tooMuch)]);
  };
}

type Exchange = Readonly<{
  pounds: readonly AccountId[];
  euros: readonly AccountId[];
  positionGbp: AccountId;
  positionEur: AccountId;
  fees: AccountId;
}>;

export const exchange = (accounts: Exchange): Next => {
  return () => {
    const customer = Math.floor(Math.random() * accounts.pounds.length);
    const from = at(accounts.pounds, customer);
    return transfer([
      pounds(from, accounts.positionGbp, small()),
      { debit: accounts.positionEur, credit: at(accounts.euros, customer), amount: money('EUR', small()) },
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
let made = 0;
function nextId(): OperationId {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += 16;
  made += 1;
  return v7({ random: random.subarray(used - 16, used), msecs: Date.now(), seq: made }) as OperationId;
}

const pounds = (debit: AccountId, credit: AccountId, minor: bigint): Posting => ({
  debit,
  credit,
  amount: money('GBP', minor),
});

const small = (): bigint => BigInt(1 + Math.floor(Math.random() * 1000));

const drawn = (accounts: readonly AccountId[]): AccountId => at(accounts, Math.floor(Math.random() * accounts.length));

function at(accounts: readonly AccountId[], position: number): AccountId {
  const account = accounts[position];
  if (account === undefined) throw new RangeError(`no account at ${position}`);
  return account;
}
