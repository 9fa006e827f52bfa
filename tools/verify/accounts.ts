import type { ClientBase } from 'pg';
import type { Fault } from './fault.ts';
import { pagesOf, type Row } from './pages.ts';

const accounts = `
  select id, currency, flags, debits_posted, credits_posted, debits_pending, credits_pending, version,
    last_at
  from ledger.account where id > $1 order by id`;

const entries = `
  select e.account_id, e.booked_at, e.version, e.amount, e.balance, e.held, e.op_id || '/' || e.leg,
    t.kind, t.amount, t.booked_at, t.debit_account_id, t.credit_account_id, h.amount,
    (e.value_date, e.code) = (t.value_date, t.code)
  from (select * from ledger.entry where (account_id, booked_at) > ($1, $2)) e
  left join ledger.transfer t on (t.op_id, t.leg) = (e.op_id, e.leg)
  left join ledger.transfer h on (h.op_id, h.leg) = (t.hold_id, e.leg) and h.kind = 'hold'
  order by e.account_id, e.booked_at`;

type Totals = {
  debits: bigint;
  credits: bigint;
  debitsPending: bigint;
  creditsPending: bigint;
  version: bigint;
  lastAt: string | null;
};

const most = 100;
const mayNotBeOverdrawn = 1;
const mayNotBeOvercredited = 2;

export type Books = Readonly<{ accounts: bigint; entries: bigint; faults: Fault[] }>;

/**
 * Recomputes every account from its entries and compares the result with the stored balances, holds, versions and
 * totals.
 */
export async function recount(client: ClientBase): Promise<Books> {
  const faults: Fault[] = [];
  const blame = (kind: Fault['kind'], key: string, why: string | undefined): void => {
    if (why !== undefined && faults.length < most) faults.push({ kind, key, reason: why });
  };
  const sums = new Map<string, bigint>();
  const count = { accounts: 0n, entries: 0n };
  const rest = pagesOf(client, entries, ['-9223372036854775808', '-infinity']);
  let entry = await take(rest);

  for await (const account of pagesOf(client, accounts, ['-9223372036854775808'])) {
    const [id = null, currency = null, flags = null] = account;
    const totals: Totals = {
      debits: 0n,
      credits: 0n,
      debitsPending: 0n,
      creditsPending: 0n,
      version: 0n,
      lastAt: '-infinity',
    };
    for (; entry && BigInt(entry[0] ?? 0) <= BigInt(id ?? 0); entry = await take(rest)) {
      count.entries += 1n;
      if (entry[0] !== id) blame('entry', keyOf(entry), 'belongs to an account that does not exist');
      else blame('entry', keyOf(entry), replay(totals, entry, Number(flags)));
    }
    count.accounts += 1n;
    sums.set(currency ?? '', (sums.get(currency ?? '') ?? 0n) + totals.credits - totals.debits);
    blame('account', id ?? '', compare(totals, account));
  }
  for (; entry; entry = await take(rest)) {
    count.entries += 1n;
    blame('entry', keyOf(entry), 'belongs to an account that does not exist');
  }
  for (const [currency, sum] of sums)
    blame('currency', currency, sum === 0n ? undefined : `does not sum to zero but to ${sum}`);
  return { ...count, faults };
}

async function take(rows: AsyncGenerator<Row, void>): Promise<Row | undefined> {
  const { value } = await rows.next();
  return value ?? undefined;
}

const keyOf = ([account, , version, , , , leg]: Row): string => `${version} of account ${account} (transfer ${leg})`;

function replay(totals: Totals, entry: Row, flags: number): string | undefined {
  const [account, bookedAt, version, amount, balance, held, , kind, legAmount, ...leg] = entry;
  const [legBookedAt, debit, credit, holdAmount, isAlike] = leg;
  totals.version += 1n;
  totals.lastAt = bookedAt ?? null;
  if (BigInt(version ?? 0) !== totals.version) return `should be number ${totals.version} of its account`;
  if (kind === null || legBookedAt !== bookedAt || (account !== debit && account !== credit))
    return 'belongs to no transfer';
  if (isAlike !== 't') return 'has another value date or code than its transfer';
  const moved = kind === 'post' || kind === 'post_hold' ? BigInt(legAmount ?? 0) : 0n;
  const pending = pendingOf(kind ?? '', legAmount ?? '0', holdAmount ?? null);
  if (pending === undefined) return 'ends a hold that never was';
  if (account === debit) {
    totals.debits += moved;
    totals.debitsPending += pending;
  } else {
    totals.credits += moved;
    totals.creditsPending += pending;
  }
  if (BigInt(amount ?? 0) !== (account === debit ? -moved : moved)) return 'has another amount than its transfer';
  if (BigInt(balance ?? 0) !== totals.credits - totals.debits)
    return `should leave the balance ${totals.credits - totals.debits}`;
  if (BigInt(held ?? 0) !== totals.debitsPending) return `should leave ${totals.debitsPending} set aside`;
  if (flags & mayNotBeOverdrawn && totals.debits + totals.debitsPending > totals.credits)
    return 'overdraws its account';
  if (flags & mayNotBeOvercredited && totals.credits + totals.creditsPending > totals.debits)
    return 'overcredits its account';
  return undefined;
}

function pendingOf(kind: string, amount: string, holdAmount: string | null): bigint | undefined {
  if (kind === 'hold') return BigInt(amount);
  if (kind === 'post') return 0n;
  return holdAmount === null ? undefined : -BigInt(holdAmount);
}

function compare(
  totals: Totals,
  [, , , debits, credits, debitsPending, creditsPending, version, lastAt]: Row,
): string | undefined {
  const names = [
    'debits',
    'credits',
    'debits set aside',
    'credits set aside',
    'number of entries',
    'time of the last entry',
  ];
  const stored = [debits, credits, debitsPending, creditsPending, version, lastAt];
  const counted = [
    totals.debits,
    totals.credits,
    totals.debitsPending,
    totals.creditsPending,
    totals.version,
    totals.lastAt,
  ];
  const wrong = counted.findIndex((value, i) => String(value) !== String(stored[i]));
  return wrong < 0
    ? undefined
    : `keeps ${stored[wrong]} as its ${names[wrong]}, and its entries give ${counted[wrong]}`;
}
