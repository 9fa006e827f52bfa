import { type Currency, money } from '@larkmere/money/money';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { encode, list, type Prepared, prepare } from './encode.ts';
import { decodePlain, encodePlain, type Plain, plainOf, settle } from './plain.ts';
import type { AccountId, AccountState, Operation, Outcome, RefusalCode } from './types.ts';

type Options = Readonly<{
  /** Stores a refusal as the final answer for its id; otherwise a retry is decided again. */
  keepRefusals?: boolean;
}>;

/**
 * One round trip. Outcomes are in the order of the operations; a refusal is an outcome and affects no other operation.
 * An operation may end a hold made earlier in the same batch.
 */
export const postOperations = (
  tx: QueryExecutorProvider,
  operations: readonly Operation[],
  options: Options = {},
): Promise<Outcome[]> => postPrepared(tx, operations.map(prepare), options);

export async function postPrepared(
  tx: QueryExecutorProvider,
  prepared: readonly Prepared[],
  { keepRefusals = false }: Options = {},
): Promise<Outcome[]> {
  if (prepared.length === 0) return [];
  const [only] = prepared;
  const one = prepared.length === 1 && only && !keepRefusals ? callForOne(only) : undefined;
  const plain = one ? undefined : plainOf(prepared);
  const call = one ?? (plain ? callForPlain(plain, keepRefusals) : callForMany(prepared, keepRefusals));
  const { rows } = await sql<Answer>`
    select outcomes::text, answered_by::text, ids::text, id_currencies::text, ops::text, entry_accounts::text,
      balances::text, held::text, versions::text
    from ${call}`.execute(tx);
  const [answer] = rows;
  if (!answer) throw new Error('the ledger gave no answer');
  return plain && answer.ids === null ? decodePlain(plain, answer) : decode(answer);
}

function callForPlain(plain: Plain, keepRefusals: boolean): RawBuilder<unknown> {
  const given = encodePlain(plain);
  return sql`ledger.post_plain(${given.ids}, ${given.codes}, ${given.fingerprints}, ${given.legCounts}, ${given.valueDates},
    ${given.accounts}, ${given.currencies}, ${given.debits}, ${given.credits}, ${given.amounts}, ${given.byAccount}, ${given.ends},
    ${keepRefusals})`;
}

function callForMany(prepared: readonly Prepared[], keepRefusals: boolean): RawBuilder<unknown> {
  const given = encode(prepared);
  return sql`ledger.post_operations(
    ${given.ids}, ${given.kinds}, ${given.codes}, ${given.fingerprints}, ${given.legCounts}, ${given.holdIds},
    ${given.expiries}, ${given.valueDates}, ${given.bookingTimes}, ${given.reverses}, ${given.authorisations},
    ${given.accounts}, ${given.debits}, ${given.credits}, ${given.amounts}, ${given.currencies},
    ${given.legCurrencies}, ${keepRefusals})`;
}

function callForOne({ operation, fingerprint }: Prepared): RawBuilder<unknown> | undefined {
  if (operation.kind !== 'post' && operation.kind !== 'hold') return undefined;
  const [leg, ...more] = operation.postings;
  if (!leg || more.length > 0 || operation.bookedAt || ('reverses' in operation && operation.reverses))
    return undefined;
  const { id, kind, code, valueDate = null } = operation;
  const expiresAt = 'expiresAt' in operation ? operation.expiresAt?.toISOString() : undefined;
  const { currency, minor } = leg.amount;
  return sql`ledger.post_one(${id}, ${kind}, ${code}, ${fingerprint}, ${expiresAt ?? null}, ${valueDate},
    ${leg.debit}, ${leg.credit}, ${minor}, ${currency})`;
}

/**
 * PostgreSQL array literals: two by operation, two by account, the operation of each leg, then the entries of each leg,
 * debit before credit.
 */
type Answer = Readonly<
  Record<
    'outcomes' | 'answered_by' | 'ids' | 'id_currencies' | 'ops' | 'entry_accounts' | 'balances' | 'held' | 'versions',
    string | null
  >
>;

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

function accountsByOperation(answer: Answer): Map<string, AccountState[]> {
  const [ids, currencies, accounts] = [list(answer.ids), list(answer.id_currencies), list(answer.entry_accounts)];
  const [balances, held, versions] = [list(answer.balances), list(answer.held), list(answer.versions)];
  const touched = new Map<string, AccountState[]>();
  for (const [leg, operation] of list(answer.ops).entries()) {
    const states = touched.get(operation) ?? [];
    touched.set(operation, states);
    for (const entry of [2 * leg, 2 * leg + 1]) {
      const place = Number(at(accounts, entry)) - 1;
      const currency = at(currencies, place) as Currency;
      const balance = BigInt(at(balances, entry));
      settle(states, {
        id: BigInt(at(ids, place)) as AccountId,
        balance: money(currency, balance),
        available: money(currency, balance - BigInt(at(held, entry))),
        version: BigInt(at(versions, entry)),
      });
    }
  }
  return touched;
}
