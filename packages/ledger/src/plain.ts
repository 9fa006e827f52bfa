import { money } from '@larkmere/money/money';
import { array, list, type Prepared, quoted } from './encode.ts';
import type { AccountId, AccountState, Outcome, Posting, RefusalCode } from './types.ts';

/** A batch of nothing but postings of now, as ledger.post_plain takes it, and what is needed to read its answer. */
export type Plain = Readonly<{
  prepared: readonly Prepared[];
  accounts: readonly AccountId[];
  debits: readonly number[];
  credits: readonly number[];
  postings: readonly Posting[];
}>;

/** Undefined when there is anything else about the batch. */
export function plainOf(prepared: readonly Prepared[]): Plain | undefined {
  const postings: Posting[] = [];
  const places = new Map<AccountId, number>();
  for (const { operation } of prepared) {
    if (operation.kind !== 'post' || operation.bookedAt || operation.reverses) return undefined;
    for (const posting of operation.postings) {
      postings.push(posting);
      places.set(posting.debit, 0).set(posting.credit, 0);
    }
  }
  const accounts = [...BigInt64Array.from(places.keys()).sort()] as AccountId[]; // in this order they are locked
  for (const [i, account] of accounts.entries()) places.set(account, i + 1);
  const placeOf = (account: AccountId): number => places.get(account) ?? 0;
  const [debits, credits] = [
    postings.map(({ debit }) => placeOf(debit)),
    postings.map(({ credit }) => placeOf(credit)),
  ];
  return { prepared, accounts, debits, credits, postings };
}

/** One array per column, written as PostgreSQL reads it; columns that nobody uses are null. */
export function encodePlain({ prepared, accounts, debits, credits, postings }: Plain) {
  const currencies = [...new Set(postings.map(({ amount }) => amount.currency))];
  const valueDates = prepared.map(({ operation }) => ('valueDate' in operation && operation.valueDate) || 'null');
  return {
    ids: array(prepared.map(({ operation }) => operation.id)),
    codes: array(prepared.map(({ operation }) => quoted(operation.code))),
    fingerprints: array(prepared.map(({ fingerprint }) => fingerprint)),
    legCounts: postings.length === prepared.length ? null : array(prepared.map(({ legs }) => legs.length)),
    valueDates: valueDates.every((date) => date === 'null') ? null : array(valueDates),
    accounts: array(accounts),
    debits: array(debits),
    credits: array(credits),
    amounts: array(postings.map(({ amount }) => amount.minor)),
    currencies: array(currencies),
    legCurrencies: array(postings.map(({ amount }) => currencies.indexOf(amount.currency) + 1)),
    entries: array(entriesByAccount(accounts.length, debits, credits)),
  };
}

/** Entries are numbered by leg, debit and credit in turn, from one. The index takes them best account by account. */
function entriesByAccount(accounts: number, debits: readonly number[], credits: readonly number[]): Int32Array {
  const next = new Int32Array(accounts + 2);
  for (const side of [debits, credits]) for (const place of side) next[place + 1] = (next[place + 1] ?? 0) + 1;
  for (let place = 1; place < next.length; place += 1) next[place] = (next[place] ?? 0) + (next[place - 1] ?? 0);
  const sorted = new Int32Array(debits.length * 2);
  const put = (place: number, entry: number): void => {
    const at = next[place] ?? 0;
    sorted[at] = entry;
    next[place] = at + 1;
  };
  for (let leg = 0; leg < debits.length; leg += 1) {
    put(debits[leg] ?? 0, 2 * leg + 1);
    put(credits[leg] ?? 0, 2 * leg + 2);
  }
  return sorted;
}

/** What ledger.post_plain answers: outcomes are null when all were done, balances and versions stand by entry, held by account. */
export type PlainAnswer = Readonly<Record<'outcomes' | 'balances' | 'held' | 'versions', string | null>>;

export function decodePlain(plain: Plain, answer: PlainAnswer): Outcome[] {
  const [balances, held, versions] = [list(answer.balances), list(answer.held).map(BigInt), list(answer.versions)];
  const outcomes = answer.outcomes === null ? undefined : list(answer.outcomes);
  const stateAfter = (entry: number, place: number, { amount: { currency } }: Posting): AccountState => {
    const balance = BigInt(balances[entry] ?? '');
    const available = balance - (held[place - 1] ?? 0n);
    return {
      id: plain.accounts[place - 1] as AccountId,
      balance: money(currency, balance),
      available: money(currency, available),
      version: BigInt(versions[entry] ?? ''),
    };
  };
  let leg = 0;
  return plain.prepared.map(({ legs }, i): Outcome => {
    const first = leg;
    leg += legs.length;
    const outcome = outcomes?.[i] ?? 'done';
    if (outcome !== 'done') return { outcome: outcome as RefusalCode, accounts: [] };
    const states: AccountState[] = [];
    for (let at = first; at < leg; at += 1) {
      const posting = plain.postings[at] as Posting;
      settle(states, stateAfter(2 * at, plain.debits[at] ?? 0, posting));
      settle(states, stateAfter(2 * at + 1, plain.credits[at] ?? 0, posting));
    }
    return { outcome, accounts: states };
  });
}

/** Puts an account where it belongs by its id, in place of what an earlier leg said of it. */
export function settle(states: AccountState[], state: AccountState): void {
  let place = states.length;
  while (place > 0 && (states[place - 1] as AccountState).id >= state.id) place -= 1;
  if (place === states.length) states.push(state);
  else states.splice(place, states[place]?.id === state.id ? 1 : 0, state);
}
