import { type Currency, money } from '@larkmere/money/money';
import { type Kysely, sql } from 'kysely';
import { encode, type Prepared, prepare } from './encode.ts';
import type { AccountId, AccountState, Operation, Outcome, RefusalCode } from './types.ts';

type Options = Readonly<{
  /** Keeps refusals as the answers to their ids from then on; otherwise a refused operation asked again is decided again. */
  keepRefusals?: boolean;
}>;

/**
 * Decides and writes any number of operations, in their order, in one round trip. Each succeeds or is refused alone, and
 * a refusal is an outcome, never thrown; outcomes stand in the order of the operations. An operation may end a hold that
 * stands before it in the same batch.
 */
export const postOperations = (
  // biome-ignore lint/suspicious/noExplicitAny: the ledger serves any schema
  tx: Kysely<any>,
  operations: readonly Operation[],
  options: Options = {},
): Promise<Outcome[]> => postPrepared(tx, operations.map(prepare), options);

/** As `postOperations`, for operations that were prepared while there was time. */
export async function postPrepared(
  // biome-ignore lint/suspicious/noExplicitAny: the ledger serves any schema
  tx: Kysely<any>,
  prepared: readonly Prepared[],
  { keepRefusals = false }: Options = {},
): Promise<Outcome[]> {
  if (prepared.length === 0) return [];
  const given = encode(prepared);
  const { rows } = await sql<Answer>`
    select outcomes::text, answered_by::text, ids::text, id_currencies::text, ops::text, debited::text, credited::text,
      debit_balances::text, debit_held::text, debit_versions::text, credit_balances::text, credit_held::text, credit_versions::text
    from ledger.post_operations(
      ${given.ids}, ${given.kinds}, ${given.codes}, ${given.fingerprints}, ${given.legCounts}, ${given.holdIds},
      ${given.expiries}, ${given.valueDates}, ${given.bookingTimes}, ${given.reverses}, ${given.authorisations},
      ${given.accounts}, ${given.debits}, ${given.credits}, ${given.amounts}, ${given.currencies},
      ${given.legCurrencies}, ${keepRefusals})`.execute(tx);
  const [answer] = rows;
  if (!answer) throw new Error('the ledger gave no answer');
  return decode(answer);
}

/** Arrays as PostgreSQL writes them. The first two are by operation, the next two by account, the others by leg. */
type Answer = Readonly<
  Record<
    | 'outcomes'
    | 'answered_by'
    | 'ids'
    | 'id_currencies'
    | 'ops'
    | 'debited'
    | 'credited'
    | 'debit_balances'
    | 'debit_held'
    | 'debit_versions'
    | 'credit_balances'
    | 'credit_held'
    | 'credit_versions',
    string | null
  >
>;

const list = (text: string | null): string[] => (text === null || text === '{}' ? [] : text.slice(1, -1).split(','));
const at = (texts: readonly string[], place: number): string => texts[place] ?? '';

function decode(answer: Answer): Outcome[] {
  const touched = accountsByOperation(answer);
  const answeredBy = list(answer.answered_by);
  return list(answer.outcomes).map((outcome, i) =>
    outcome === 'done' || outcome === 'exists'
      ? { outcome, accounts: touched.get(at(answeredBy, i)) ?? [] }
      : { outcome: outcome as RefusalCode, accounts: [] },
  );
}

/** By operation, each account that it touched as its last leg left it, in the order of their ids. */
function accountsByOperation(answer: Answer): Map<string, AccountState[]> {
  const [ids, currencies] = [list(answer.ids), list(answer.id_currencies)];
  const sides = [
    sideOf(answer.debited, answer.debit_balances, answer.debit_held, answer.debit_versions),
    sideOf(answer.credited, answer.credit_balances, answer.credit_held, answer.credit_versions),
  ];
  const touched = new Map<string, AccountState[]>();
  for (const [leg, operation] of list(answer.ops).entries()) {
    const states = touched.get(operation) ?? [];
    touched.set(operation, states);
    for (const { accounts, balances, held, versions } of sides) {
      const place = Number(at(accounts, leg)) - 1;
      const currency = at(currencies, place) as Currency;
      const balance = BigInt(at(balances, leg));
      settle(states, {
        id: BigInt(at(ids, place)) as AccountId,
        balance: money(currency, balance),
        available: money(currency, balance - BigInt(at(held, leg))),
        version: BigInt(at(versions, leg)),
      });
    }
  }
  return touched;
}

const sideOf = (accounts: string | null, balances: string | null, held: string | null, versions: string | null) => ({
  accounts: list(accounts),
  balances: list(balances),
  held: list(held),
  versions: list(versions),
});

/** Puts an account where it belongs, in place of what an earlier leg said of it. */
function settle(states: AccountState[], state: AccountState): void {
  let place = states.length;
  while (place > 0 && (states[place - 1] as AccountState).id >= state.id) place -= 1;
  states.splice(place, states[place]?.id === state.id ? 1 : 0, state);
}
