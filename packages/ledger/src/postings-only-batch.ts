import { type Currency, money } from '@larkmere/money/money';
import { formatArray, type PreparedOperation, parseArray, quoteValue } from './encode.ts';
import type { AccountId, AccountState, Outcome, Posting, RefusalCode } from './types.ts';

export type PostingsOnlyBatch = Readonly<{
  prepared: readonly PreparedOperation[];
  accounts: readonly AccountId[];
  currencies: readonly Currency[];
  debits: readonly number[];
  credits: readonly number[];
  postings: readonly Posting[];
}>;

type BatchAccount = { readonly currency: Currency; index: number };

/** Undefined if the batch holds anything but immediate postings, or names one account in two currencies. */
export function toPostingsOnlyBatch(prepared: readonly PreparedOperation[]): PostingsOnlyBatch | undefined {
  const postings: Posting[] = [];
  const parties = new Map<AccountId, BatchAccount>();
  const [payers, payees]: [BatchAccount[], BatchAccount[]] = [[], []];
  for (const { operation } of prepared) {
    if (operation.kind !== 'post' || operation.bookedAt || operation.reverses) return undefined;
    for (const posting of operation.postings) {
      const [payer, payee] = [
        batchAccountOf(parties, posting.debit, posting),
        batchAccountOf(parties, posting.credit, posting),
      ];
      if (!payer || !payee) return undefined;
      postings.push(posting);
      payers.push(payer);
      payees.push(payee);
    }
  }
  const accounts = [...BigInt64Array.from(parties.keys()).sort()] as AccountId[]; // Accounts are locked in this order.
  const currencies = accounts.map((account, i) => {
    const party = parties.get(account) as BatchAccount;
    party.index = i + 1;
    return party.currency;
  });
  const places = (side: readonly BatchAccount[]): number[] => side.map(({ index }) => index);
  return { prepared, accounts, currencies, debits: places(payers), credits: places(payees), postings };
}

function batchAccountOf(
  parties: Map<AccountId, BatchAccount>,
  account: AccountId,
  { amount: { currency } }: Posting,
): BatchAccount | undefined {
  const known = parties.get(account);
  if (known) return known.currency === currency ? known : undefined;
  const party = { currency, index: 0 };
  parties.set(account, party);
  return party;
}

export function encodePostingsOnly({ prepared, accounts, currencies, debits, credits, postings }: PostingsOnlyBatch) {
  const { byAccount, ends } = entriesByAccount(accounts.length, debits, credits);
  const legCounts = prepared.map(({ legs }) => legs.length);
  const valueDates = prepared.map(({ operation }) => ('valueDate' in operation && operation.valueDate) || 'null');
  return {
    ids: formatArray(prepared.map(({ operation }) => operation.id)),
    codes: formatArray(prepared.map(({ operation }) => quoteValue(operation.code))),
    fingerprints: formatArray(prepared.map(({ fingerprint }) => fingerprint)),
    legCounts: legCounts.every((count) => count === legCounts[0]) ? null : formatArray(legCounts),
    valueDates: valueDates.every((date) => date === 'null') ? null : formatArray(valueDates),
    accounts: formatArray(accounts),
    currencies: formatArray(currencies),
    debits: formatArray(debits),
    credits: formatArray(credits),
    amounts: formatArray(postings.map(({ amount }) => amount.minor)),
    byAccount: formatArray(byAccount),
    ends: formatArray(ends),
  };
}

/**
 * Inserting entries account by account is cheaper for the index. `ends` is the position after the last entry of each
 * account.
 */
function entriesByAccount(accounts: number, debits: readonly number[], credits: readonly number[]) {
  const next = new Int32Array(accounts + 2);
  for (const side of [debits, credits]) for (const place of side) next[place + 1] = (next[place + 1] ?? 0) + 1;
  for (let place = 1; place < next.length; place += 1) next[place] = (next[place] ?? 0) + (next[place - 1] ?? 0);
  const byAccount = new Int32Array(debits.length * 2);
  const put = (place: number, entry: number): void => {
    const at = next[place] ?? 0;
    byAccount[at] = entry;
    next[place] = at + 1;
  };
  for (let leg = 0; leg < debits.length; leg += 1) {
    put(debits[leg] ?? 0, 2 * leg + 1);
    put(credits[leg] ?? 0, 2 * leg + 2);
  }
  return { byAccount, ends: next.subarray(1, accounts + 1) };
}

export type PostingsOnlyAnswer = Readonly<Record<'outcomes' | 'balances' | 'held' | 'versions', string | null>>;

export function decodePostingsOnly(plain: PostingsOnlyBatch, answer: PostingsOnlyAnswer): Outcome[] {
  const [balances, held] = [parseArray(answer.balances), parseArray(answer.held).map(BigInt)];
  const versions = parseArray(answer.versions).map(BigInt);
  const outcomes = answer.outcomes === null ? undefined : parseArray(answer.outcomes);
  const stateAfter = (entry: number, place: number): AccountState => {
    const at = place - 1;
    const currency = plain.currencies[at] as Currency;
    const balance = BigInt(balances[entry] ?? '');
    const version = (versions[at] ?? 0n) + 1n;
    versions[at] = version;
    const available = money(currency, balance - (held[at] ?? 0n));
    return { id: plain.accounts[at] as AccountId, balance: money(currency, balance), available, version };
  };
  let leg = 0;
  return plain.prepared.map(({ legs }, i): Outcome => {
    const first = leg;
    leg += legs.length;
    const outcome = outcomes?.[i] ?? 'done';
    if (outcome !== 'done') return { outcome: outcome as RefusalCode, accounts: [] };
    const states: AccountState[] = [];
    for (let at = first; at < leg; at += 1) {
      mergeAccountState(states, stateAfter(2 * at, plain.debits[at] ?? 0));
      mergeAccountState(states, stateAfter(2 * at + 1, plain.credits[at] ?? 0));
    }
    return { outcome, accounts: states };
  });
}

export function mergeAccountState(states: AccountState[], state: AccountState): void {
  let place = states.length;
  while (place > 0 && (states[place - 1] as AccountState).id >= state.id) place -= 1;
  if (place === states.length) states.push(state);
  else states.splice(place, states[place]?.id === state.id ? 1 : 0, state);
}
