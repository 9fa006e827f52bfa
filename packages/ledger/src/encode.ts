import type { Money } from '@larkmere/money/money';
import { fingerprintOf } from './fingerprint.ts';
import type { AccountId, Operation } from './types.ts';

type Leg = Readonly<{ debit?: AccountId; credit?: AccountId; amount: Money }>;

export type PreparedOperation = Readonly<{ operation: Operation; legs: readonly Leg[]; fingerprint: bigint }>;

/** Throws for an operation without postings, and for an id that is not a UUID version 7. */
export function prepareOperation(operation: Operation): PreparedOperation {
  if (!uuidV7Pattern.test(operation.id))
    throw new TypeError(`operation id ${operation.id} is not a UUID of version 7 in lower case`);
  return { operation, legs: legsOf(operation), fingerprint: fingerprintOf(operation) };
}

/** Random ids would scatter the index of all transfers. */
const uuidV7Pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function legsOf(operation: Operation): readonly Leg[] {
  if ('holdId' in operation) return 'amount' in operation && operation.amount ? [{ amount: operation.amount }] : [];
  if (operation.postings.length === 0) throw new RangeError(`operation ${operation.id} moves nothing`);
  return operation.postings;
}

export function encodeOperations(prepared: readonly PreparedOperation[]) {
  const legs = prepared.flatMap((each) => each.legs);
  const accounts = indexValues(legs.flatMap(({ debit, credit }) => [debit, credit]).filter((id) => id !== undefined));
  const currencies = indexValues(legs.map(({ amount }) => amount.currency));
  const operations = prepared.map(({ operation }) => operation);
  const optional = (of: (o: Operation) => string | undefined) => {
    const values = operations.map(of);
    return values.every((value) => value === undefined) ? null : formatArray(values.map((value) => value ?? 'null'));
  };
  return {
    ids: formatArray(operations.map(({ id }) => id)),
    kinds: formatArray(operations.map(({ kind }) => kind)),
    codes: formatArray(operations.map(({ code }) => quoteValue(code))),
    fingerprints: formatArray(prepared.map(({ fingerprint }) => fingerprint)),
    legCounts: formatArray(prepared.map((each) => each.legs.length)),
    holdIds: optional((o) => ('holdId' in o ? o.holdId : undefined)),
    expiries: optional((o) => ('expiresAt' in o ? o.expiresAt?.toISOString() : undefined)),
    valueDates: optional((o) => ('valueDate' in o ? o.valueDate : undefined)),
    bookingTimes: optional((o) => o.bookedAt?.toISOString()),
    reverses: optional((o) => ('reverses' in o ? o.reverses : undefined)),
    authorisations: optional((o) => ('authorisedBy' in o && o.authorisedBy ? quoteValue(o.authorisedBy) : undefined)),
    debits: formatArray(legs.map(({ debit }) => (debit === undefined ? 'null' : accounts.of(debit)))),
    credits: formatArray(legs.map(({ credit }) => (credit === undefined ? 'null' : accounts.of(credit)))),
    amounts: formatArray(legs.map(({ amount }) => amount.minor)),
    legCurrencies: formatArray(legs.map(({ amount }) => currencies.of(amount.currency))),
    accounts: formatArray(accounts.all),
    currencies: formatArray(currencies.all),
  };
}

/** Numbers from one in rising order, because accounts are locked by rising id. */
function indexValues<T extends bigint | string>(things: readonly T[]) {
  const all = [...new Set(things)].sort((a, b) => (a < b ? -1 : 1));
  const known = new Map(all.map((thing, i) => [thing, i + 1]));
  return { all, of: (thing: T): number => known.get(thing) ?? 0 };
}

export const formatArray = (values: Pick<readonly unknown[], 'join'>): string => `{${values.join(',')}}`;

export const parseArray = (text: string | null): string[] =>
  text === null || text === '{}' ? [] : text.slice(1, -1).split(',');

export const quoteValue = (text: string): string =>
  unquotedPattern.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

const unquotedPattern = /^(?!null$)[a-z][a-z._-]*$/;
