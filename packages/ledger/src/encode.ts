import type { Money } from '@larkmere/money/money';
import { fingerprintOf } from './fingerprint.ts';
import type { AccountId, Operation } from './types.ts';

type Leg = Readonly<{ debit?: AccountId; credit?: AccountId; amount: Money }>;

export type Prepared = Readonly<{ operation: Operation; legs: readonly Leg[]; fingerprint: bigint }>;

/** Throws for an operation without postings, and for an id that is not a UUID version 7. */
export function prepare(operation: Operation): Prepared {
  if (!timeOrdered.test(operation.id))
    throw new TypeError(`operation id ${operation.id} is not a UUID of version 7 in lower case`);
  return { operation, legs: legsOf(operation), fingerprint: fingerprintOf(operation) };
}

/** Random ids would scatter the index of all transfers. */
const timeOrdered = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function legsOf(operation: Operation): readonly Leg[] {
  if ('holdId' in operation) return 'amount' in operation && operation.amount ? [{ amount: operation.amount }] : [];
  if (operation.postings.length === 0) throw new RangeError(`operation ${operation.id} moves nothing`);
  return operation.postings;
}

export function encode(prepared: readonly Prepared[]) {
  const legs = prepared.flatMap((each) => each.legs);
  const accounts = places(legs.flatMap(({ debit, credit }) => [debit, credit]).filter((id) => id !== undefined));
  const currencies = places(legs.map(({ amount }) => amount.currency));
  const operations = prepared.map(({ operation }) => operation);
  const optional = (of: (o: Operation) => string | undefined) => {
    const values = operations.map(of);
    return values.every((value) => value === undefined) ? null : array(values.map((value) => value ?? 'null'));
  };
  return {
    ids: array(operations.map(({ id }) => id)),
    kinds: array(operations.map(({ kind }) => kind)),
    codes: array(operations.map(({ code }) => quoted(code))),
    fingerprints: array(prepared.map(({ fingerprint }) => fingerprint)),
    legCounts: array(prepared.map((each) => each.legs.length)),
    holdIds: optional((o) => ('holdId' in o ? o.holdId : undefined)),
    expiries: optional((o) => ('expiresAt' in o ? o.expiresAt?.toISOString() : undefined)),
    valueDates: optional((o) => ('valueDate' in o ? o.valueDate : undefined)),
    bookingTimes: optional((o) => o.bookedAt?.toISOString()),
    reverses: optional((o) => ('reverses' in o ? o.reverses : undefined)),
    authorisations: optional((o) => ('authorisedBy' in o && o.authorisedBy ? quoted(o.authorisedBy) : undefined)),
    debits: array(legs.map(({ debit }) => (debit === undefined ? 'null' : accounts.of(debit)))),
    credits: array(legs.map(({ credit }) => (credit === undefined ? 'null' : accounts.of(credit)))),
    amounts: array(legs.map(({ amount }) => amount.minor)),
    legCurrencies: array(legs.map(({ amount }) => currencies.of(amount.currency))),
    accounts: array(accounts.all),
    currencies: array(currencies.all),
  };
}

/** Numbers from one in rising order, because accounts are locked by rising id. */
function places<T extends bigint | string>(things: readonly T[]) {
  const all = [...new Set(things)].sort((a, b) => (a < b ? -1 : 1));
  const known = new Map(all.map((thing, i) => [thing, i + 1]));
  return { all, of: (thing: T): number => known.get(thing) ?? 0 };
}

export const array = (values: Pick<readonly unknown[], 'join'>): string => `{${values.join(',')}}`;

export const list = (text: string | null): string[] =>
  text === null || text === '{}' ? [] : text.slice(1, -1).split(',');

export const quoted = (text: string): string => (unquoted.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`);

const unquoted = /^(?!null$)[a-z][a-z._-]*$/;
