import { hold } from '@larkmere/ledger/transfer';
import type { AccountId, OperationId } from '@larkmere/ledger/types';
import { money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { exemptTables, protectedTables, uncoveredColumns } from '../../db/protected-tables.ts';
import { type Column, columnsOf, otherValue } from '../../test/fixtures/database-columns.ts';
import { fillRowPerColumn } from '../../test/fixtures/fill-tables.ts';
import { seedActivity } from '../../test/fixtures/sample-activity.ts';
import { createVerifiedDatabase } from '../../test/fixtures/verified-database.ts';
import { describeFault, type Fault } from './fault.ts';
import { checkRows } from './protected-rows.ts';

const { db, url, client, sign, verify, undone } = await createVerifiedDatabase();
const documentId = v7();
let tables: Map<string, Column[]>;

beforeAll(async () => {
  await client.query(`set timezone = 'UTC'`);
  tables = await columnsOf(client);
  await seedActivity(db);
  await holdMoney(14);
  await fillRowPerColumn(client, url);
  await storeDocument();
  await sign();
});

// These rows belong to no transfer and would fail the check of the books at the end of the suite.
afterAll(async () => {
  await client.query('rollback');
  await client.query(
    'set session_replication_role = replica; delete from ledger.reversal; delete from ledger.authorisation',
  );
});

async function holdMoney(count: number): Promise<void> {
  const { rows } = await client.query<{ debit: string; credit: string }>(
    `select min(id) as debit, max(id) as credit from ledger.account where currency = 'GBP' and flags & 13 = 0`,
  );
  const { debit, credit } = rows[0] ?? { debit: 0, credit: 0 };
  for (let i = 0; i < count; i += 1)
    await inTransaction(db, (tx) =>
      hold(tx, {
        id: v7() as OperationId,
        code: 'payment',
        postings: [
          { debit: BigInt(debit) as AccountId, credit: BigInt(credit) as AccountId, amount: money('GBP', 1n) },
        ],
        ...(i % 2 === 0 && { expiresAt: new Date('2100-01-01T00:00:00Z') }),
      }),
    );
}

/** The made-up documents have no content. */
async function storeDocument(): Promise<void> {
  await client.query(`begin; set local session_replication_role = replica;
    insert into document.document select (jsonb_populate_record(d, jsonb_build_object('id', '${documentId}', 'size_bytes', 1,
      'sha256', sha256('x'), 'state', 'received'))).* from document.document d limit 1;
    insert into document.content values ('${documentId}', 'x'); commit`);
}

const keyOf = (columns: readonly Column[]): string =>
  `concat_ws('/', ${columns.filter(({ isKey }) => isKey).map(({ name }) => `to_jsonb(r) ->> '${name}'`)})`;

async function keysOf(name: string, where = 'true'): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select ${keyOf(tables.get(name) ?? [])} as key from ${name} r where ${where} order by 1`,
  );
  return rows.map(({ key }) => key);
}

type Edit = Readonly<{ what: string; key: string; statement: string }>;

const edit = (table: string, column: Column, key: string): Edit => ({
  what: `${table}.${column.name}`,
  key,
  statement: `update ${table} r set "${column.name}" = ${otherValue(column)} where ${keyOf(tables.get(table) ?? [])} = '${key}'`,
});

/** Each column in another row, as far as there are rows; the others in the next rounds. */
const roundsOf = (table: string, columns: readonly Column[], keys: readonly string[]): [round: number, Edit][] =>
  columns.map((column, i) => [Math.floor(i / keys.length), edit(table, column, keys[i % keys.length] ?? '')]);

test('names a change by hand of every covered column of every protected table', async () => {
  const all: [round: number, Edit][] = [];
  for (const [name, protection] of Object.entries(protectedTables)) {
    const uncovered = new Set(uncoveredColumns(protection));
    const columns = (tables.get(name) ?? []).filter((column) => !column.isGenerated && !uncovered.has(column.name));
    all.push(...roundsOf(name, columns, await keysOf(name)));
  }
  const missed: string[] = [];
  for (const round of Map.groupBy(all, ([number]) => number).values()) {
    const edits = round.map(([, each]) => each);
    const faults = await undone(async () => {
      await client.query(edits.map(({ statement }) => statement).join(';'));
      return (await checkRows(client, 10_000)).faults;
    });
    const named = new Set(faults.filter(({ reason }) => !reason.includes('state')).map(({ key }) => key));
    missed.push(
      ...edits
        .filter(({ what, key }) => !named.has(`${what.slice(0, what.lastIndexOf('.'))} ${key}`))
        .map(({ what }) => what),
    );
  }
  expect(missed).toEqual([]);
  expect(all.length).toBeGreaterThan(1000);
});

/** Faults that the untouched made-up rows have. */
let before: Set<string>;
const describeAll = (faults: readonly Fault[]): Set<string> => new Set(faults.map(describeFault));

async function namedAfter(edits: readonly Edit[]): Promise<Fault[]> {
  before ??= describeAll(await verify());
  const faults = await undone(async () => {
    await client.query(edits.map(({ statement }) => statement).join(';'));
    return verify();
  });
  return faults.filter((fault) => !before.has(describeFault(fault)));
}

const editable = (name: string, left: readonly string[] = []): Column[] =>
  (tables.get(name) ?? []).filter((column) => !column.isGenerated && !left.includes(column.name));

const missedBy = (edits: readonly Edit[], faults: readonly Fault[]): string[] =>
  edits.filter(({ key }) => !faults.some((fault) => fault.key.includes(key))).map(({ what }) => what);

test('names a change by hand of every column of an open hold', async () => {
  const keys = await keysOf(
    'ledger.hold',
    `op_id in (select op_id from ledger.transfer where code = 'payment' and amount = 1)`,
  );
  const columns = editable('ledger.hold');
  const edits = columns.map((column, i) => edit('ledger.hold', column, keys[i] ?? ''));
  const [without = '', withExpiry = '', ...others] = keys.toReversed();
  const expiry = (key: string, value: string): Edit => ({
    what: `expires_at = ${value}`,
    key,
    statement: `update ledger.hold r set expires_at = ${value} where ${keyOf(tables.get('ledger.hold') ?? [])} = '${key}'`,
  });
  const [bare = '', expiring = ''] = others;
  edits.push(
    expiry(withExpiry, `'2100-01-01T00:00:00.000001Z'`),
    expiry(without, `'2100-01-01T00:00:00Z'`),
    expiry(bare, `'infinity'`),
    expiry(expiring, 'null'),
  );
  expect(missedBy(edits, await namedAfter(edits))).toEqual([]);
});

test('names a change by hand of every column of what the chain links', async () => {
  const edits: Edit[] = [];
  for (const name of ['ledger.transfer', 'ledger.entry', 'platform.audit', 'audit_chain.row_change']) {
    // The partition of a transfer is found by its id.
    const columns = editable(name, name === 'ledger.transfer' ? ['op_id'] : []);
    const keys = await keysOf(name, name === 'ledger.transfer' ? `code <> 'payment'` : 'true');
    edits.push(...columns.map((column, i) => edit(name, column, keys[i * 2] ?? '')));
  }
  const faults = await namedAfter(edits);
  expect(faults.length).toBeGreaterThanOrEqual(edits.length);
});

test('names a change by hand of the state of a payment, and of a document', async () => {
  const [payment = ''] = await keysOf(
    'payment.payment',
    `exists (select from payment.transition t where t.payment_id = r.id)`,
  );
  const state: Edit = {
    what: 'payment.payment.state',
    key: payment,
    statement: `update payment.payment set state = 'draft' where id = '${payment}'`,
  };
  const content: Edit = {
    what: 'document.content',
    key: documentId,
    statement: `update document.content set bytes = 'y' where document_id = '${documentId}'`,
  };
  const edits = [state, content];
  expect(missedBy(edits, await namedAfter(edits))).toEqual([]);
});

test('names a change by hand of the copy of a head, and of the totals of the checkpoint', async () => {
  for (const [head, checkpoint] of [
    ['seq = seq + 1', `moved = moved || '{"GBP": "1"}'`],
    [`line = line || ' '`, 'row_changes = row_changes + 1'],
  ] as const) {
    const edits = [
      { what: head, key: '', statement: `update audit_chain.head set ${head}` },
      { what: checkpoint, key: '', statement: `update audit_chain.checkpoint set ${checkpoint}` },
    ];
    const kinds = (await namedAfter(edits)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['head', 'mark']));
  }
});

/** What an exempt table may hold of persons, secrets and money. A column that is not here needs a reason or protection. */
const explained: Readonly<Record<string, string>> = {
  'api_log.call.customer_id': 'whom a call was about, only shown',
  'api_log.call.payment_id': 'what a call was about, only shown',
  'card.bin_lookup.user_id': 'whose requests are counted',
  'notification.notification.accounts': 'who of the members sees a notice',
  'notification.notification.customer_id': 'whom a notice is shown to',
  'notification.notification.user_id': 'whom a notice is shown to',
  'outgoing_message.message.recipient': 'whom a message was sent to; nothing is sent by this row',
  'payee.name_check_request.user_id': 'whose requests are counted',
  'pin.log.session_id': 'where the PIN pad was shown',
  'pin.log.user_id': 'whom the PIN pad was shown to',
  'search.customer_name.customer_id': 'whom the words find; the customer is read from its own row',
};

test('exempts nothing that says who someone is, what they may do or where money goes', () => {
  const telling =
    /account|amount|authori|customer|email|hash$|iban|member|payee|payment_id|person|phone|recipient|role|session|token|user_id/;
  const found = Object.keys(exemptTables).flatMap((name) =>
    (tables.get(name) ?? []).filter((column) => telling.test(column.name)).map((column) => `${name}.${column.name}`),
  );
  expect(found.filter((column) => !(column in explained) && column !== 'platform.idempotency.request_hash')).toEqual(
    [],
  );
  for (const [name, why] of Object.entries(exemptTables)) expect(why.split(' ').length, name).toBeGreaterThan(2);
});
