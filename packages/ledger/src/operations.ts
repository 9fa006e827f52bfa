import { type Currency, money } from '@larkmere/money/money';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { encodeOperations, type PreparedOperation, parseArray, prepareOperation } from './encode.ts';
import {
  decodePostingsOnly,
  encodePostingsOnly,
  mergeAccountState,
  type PostingsOnlyBatch,
  toPostingsOnlyBatch,
} from './postings-only-batch.ts';
import type { AccountId, AccountState, Operation, Outcome, RefusalCode } from './types.ts';

/**
 * One round trip. Outcomes are in the order of the operations; a refusal is an outcome and affects no other operation.
 * An operation may end a hold made earlier in the same batch.
 */
export async function postOperations(tx: QueryExecutorProvider, operations: readonly Operation[]): Promise<Outcome[]> {
  const prepared = operations.map(prepareOperation);
  if (prepared.length === 0) return [];
  const [only, ...more] = prepared;
  const one = only && more.length === 0 ? callForOne(only) : undefined;
  const plain = one ? undefined : toPostingsOnlyBatch(prepared);
  const call = one ?? (plain ? callForPostingsOnly(plain) : callForMany(prepared));
  const { rows } = await sql<LedgerAnswer>`
    select outcomes::text, answered_by::text, ids::text, id_currencies::text, ops::text, entry_accounts::text,
      balances::text, held::text, versions::text
    from ${call}`.execute(tx);
  const [answer] = rows;
  if (!answer) throw new Error('the ledger gave no answer');
  return plain && answer.ids === null ? decodePostingsOnly(plain, answer) : decode(answer);
}

function callForPostingsOnly(plain: PostingsOnlyBatch): RawBuilder<unknown> {
  const given = encodePostingsOnly(plain);
  return sql`ledger.post_postings(${given.ids}, ${given.codes}, ${given.fingerprints}, ${given.legCounts}, ${given.valueDates},
    ${given.accounts}, ${given.currencies}, ${given.debits}, ${given.credits}, ${given.amounts}, ${given.byAccount}, ${given.ends})`;
}

function callForMany(prepared: readonly PreparedOperation[]): RawBuilder<unknown> {
  const given = encodeOperations(prepared);
  return sql`ledger.post_operations(
    ${given.ids}, ${given.kinds}, ${given.codes}, ${given.fingerprints}, ${given.legCounts}, ${given.holdIds},
    ${given.expiries}, ${given.valueDates}, ${given.bookingTimes}, ${given.reverses}, ${given.authorisations},
    ${given.accounts}, ${given.debits}, ${given.credits}, ${given.amounts}, ${given.currencies},
    ${given.legCurrencies})`;
}

function callForOne({ operation, fingerprint }: PreparedOperation): RawBuilder<unknown> | undefined {
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
type LedgerAnswer = Readonly<
  Record<
    'outcomes' | 'answeredBy' | 'ids' | 'idCurrencies' | 'ops' | 'entryAccounts' | 'balances' | 'held' | 'versions',
    string | null
  >
>;

const itemAt = (texts: readonly string[], place: number): string => texts[place] ?? '';

function decode(answer: LedgerAnswer): Outcome[] {
  const touched = accountsByOperation(answer);
  const answeredBy = parseArray(answer.answeredBy);
  return parseArray(answer.outcomes).map((outcome, i) =>
    outcome === 'done' || outcome === 'exists'
      ? { outcome, accounts: touched.get(itemAt(answeredBy, i)) ?? [] }
      : { outcome: outcome as RefusalCode, accounts: [] },
  );
}

function accountsByOperation(answer: LedgerAnswer): Map<string, AccountState[]> {
  const [ids, currencies, accounts] = [
    parseArray(answer.ids),
    parseArray(answer.idCurrencies),
    parseArray(answer.entryAccounts),
  ];
  const [balances, held, versions] = [
    parseArray(answer.balances),
    parseArray(answer.held),
    parseArray(answer.versions),
  ];
  const touched = new Map<string, AccountState[]>();
  for (const [leg, operation] of parseArray(answer.ops).entries()) {
    const states = touched.get(operation) ?? [];
    touched.set(operation, states);
    for (const entry of [2 * leg, 2 * leg + 1]) {
      const place = Number(itemAt(accounts, entry)) - 1;
      const currency = itemAt(currencies, place) as Currency;
      const balance = BigInt(itemAt(balances, entry));
      mergeAccountState(states, {
        id: BigInt(itemAt(ids, place)) as AccountId,
        balance: money(currency, balance),
        available: money(currency, balance - BigInt(itemAt(held, entry))),
        version: BigInt(itemAt(versions, entry)),
      });
    }
  }
  return touched;
}
