import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { balanceAt } from './balance.ts';
import { createTestAccount, gbpPosting, nextId, openTestLedger } from './ledger.fixture.ts';
import { createPartitions } from './maintenance.ts';
import { postOperations } from './operations.ts';
import { listEntries } from './statement.ts';
import { post } from './transfer.ts';
import type { AccountId, Tx } from './types.ts';
import { balanceByValueDate, entriesByValueDate } from './value-date.ts';

const { db, inTransaction } = await openTestLedger(8);

const partsOf = async (table: string, tx: Tx = db as unknown as Tx): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = ${`ledger.${table}`}::regclass order by 1`.execute(tx);
  return rows.map(({ name }) => name);
};
const monthOf = (at: Date) => at.toISOString().slice(0, 7).replace('-', '_');

async function importAt(tx: Tx, at: string, minor = 5, into?: AccountId) {
  const world = await createTestAccount(tx, { class: 'asset', mayOverdraw: true });
  const payee = into ?? (await createTestAccount(tx));
  const bookedAt = new Date(at);
  await post(tx, { id: nextId(bookedAt), code: 'credit', postings: [gbpPosting(world, payee, minor)], bookedAt });
  return payee;
}

test('creates the partitions of the coming months in advance', async () => {
  const now = new Date();
  const ahead = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1));
  for (const table of ['transfer', 'entry'])
    expect(await partsOf(table)).toEqual(
      expect.arrayContaining([`ledger.${table}_${monthOf(now)}`, `ledger.${table}_${monthOf(ahead)}`]),
    );
  const before = await partsOf('entry');
  await Promise.all([1, 2, 3, 4].map(() => createPartitions(db)));
  expect(await partsOf('entry')).toEqual(before);
});

test('imported history creates its own partitions and none in between', () =>
  inTransaction(async (tx) => {
    const payee = await importAt(tx, '2019-03-15T12:00:00Z');
    expect((await balanceAt(tx, payee, new Date('2019-03-15T12:00:00Z'))).minor).toBe(5n);
    const made = (await partsOf('entry', tx)).filter((name) => name < 'ledger.entry_2020');
    expect(made).toEqual(['ledger.entry_2019_03']);
  }));

test.each(['2020-01-31T23:59:59.999Z', '2020-03-01T00:00:00.000Z', '2020-05-01T00:30:00.000Z'])(
  'books money at the boundary of a month: %s',
  (at) =>
    inTransaction(async (tx) => {
      const [world, payee] = [
        await createTestAccount(tx, { class: 'asset', mayOverdraw: true }),
        await createTestAccount(tx),
      ];
      const bookedAt = new Date(at);
      const postings = Array.from({ length: 1200 }, () => gbpPosting(world, payee, 1));
      await post(tx, { id: nextId(bookedAt), code: 'credit', postings, bookedAt });
      expect(await listEntries(tx, { accountId: payee, limit: 2000 })).toHaveLength(1200);
    }),
);

test('concurrent imports of one month create it once', async () => {
  await Promise.all(
    Array.from({ length: 8 }, () => inTransaction((tx) => importAt(tx, '2018-07-15T12:00:00Z').then(() => undefined))),
  );
  expect((await partsOf('transfer')).filter((name) => name.includes('2018'))).toEqual(['ledger.transfer_2018_07']);
});

test.each(['alone', 'in a batch', 'beside a hold'])(
  'the first posting creates a missing partition, %s',
  async (way) => {
    const [world, payee] = await inTransaction(async (tx) => [
      await createTestAccount(tx, { class: 'asset', mayOverdraw: true }),
      await createTestAccount(tx),
    ]);
    const tx = await db.startTransaction().execute();
    try {
      const coming = (await partsOf('entry', tx)).filter((name) => name >= `ledger.entry_${monthOf(new Date())}`);
      for (const name of coming)
        await sql.raw(`drop table ${name}; drop table ${name.replace('entry', 'transfer')}`).execute(tx);
      const gift = { kind: 'post' as const, id: nextId(), code: 'gift', postings: [gbpPosting(world, payee, 5)] };
      const beside = { ...gift, id: nextId(), kind: way === 'in a batch' ? ('post' as const) : ('hold' as const) };
      await (way === 'alone' ? post(tx, gift) : postOperations(tx, [gift, beside]));
      expect(await listEntries(tx, { accountId: payee, limit: 1 })).toMatchObject([{ leg: 1, code: 'gift' }]);
    } finally {
      await tx.rollback().execute();
    }
  },
);

test('refuses bookings before 2000', () =>
  expect(inTransaction((tx) => importAt(tx, '1999-12-31T12:00:00Z'))).rejects.toThrow('no books are kept'));

test('a partition refuses changes under its own name too', async () => {
  await inTransaction((tx) => importAt(tx, '2018-07-15T12:00:00Z'));
  for (const table of ['entry_2018_07', 'transfer_2018_07'])
    for (const change of [
      `update ledger.${table} set amount = 1`,
      `delete from ledger.${table}`,
      `truncate ledger.${table}`,
    ])
      await expect(sql.raw(change).execute(db), change).rejects.toThrow(`ledger.${table} is never`);
});

/** Uses a generic plan, as the ledger's functions do. */
async function tablesReadBy(tx: Tx, statement: string, ...values: string[]): Promise<string[]> {
  await sql
    .raw(
      `set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off; set local enable_bitmapscan = off`,
    )
    .execute(tx);
  await sql.raw(`prepare asked as ${statement}`).execute(tx);
  const { rows } = await sql
    .raw<{ 'QUERY PLAN': Plan[] }>(`explain (analyze, format json) execute asked (${values.join(', ')})`)
    .execute(tx);
  await sql.raw('deallocate asked').execute(tx);
  const scanned = (plan: Plan['Plan']): string[] => [
    ...(plan['Relation Name'] && plan['Actual Loops'] > 0 ? [plan['Relation Name']] : []),
    ...(plan.Plans ?? []).flatMap(scanned),
  ];
  return [...new Set(scanned((rows[0] as { 'QUERY PLAN': Plan[] })['QUERY PLAN'][0]?.Plan as Plan['Plan']))].sort();
}
type Plan = { Plan: { 'Relation Name'?: string; 'Actual Loops': number; Plans?: Plan['Plan'][] } };

test('the statements of every posting read one partition only', () =>
  inTransaction(async (tx) => {
    for (const at of ['2021-01-15', '2021-02-15', '2021-03-15']) await importAt(tx, `${at}T12:00:00Z`);
    const [id, other] = [nextId(), nextId()];
    const now = monthOf(new Date());
    const lowest = `least('${id}'::uuid, '${other}')`;
    const highest = `greatest('${id}'::uuid, '${other}')`;
    expect(
      await tablesReadBy(
        tx,
        `select fingerprint from ledger.transfer where op_id = any ($1::uuid[]) and leg = 1 and op_id >= $2::uuid and op_id <= $3::uuid`,
        `array['${id}', '${other}']::uuid[]`,
        lowest,
        highest,
      ),
      'known ids',
    ).toEqual([`transfer_${now}`]);
    expect(await tablesReadBy(tx, `select from ledger.transfer where op_id = $1::uuid and leg = 1`, `'${id}'`)).toEqual(
      [`transfer_${now}`],
    );
  }));

test('a statement page and a balance at an instant read only the partitions they need', () =>
  inTransaction(async (tx) => {
    const accounts = [];
    for (const at of ['2021-01-15', '2021-02-15', '2021-03-15']) accounts.push(await importAt(tx, `${at}T12:00:00Z`));
    const page = `select * from ledger.entry where account_id = $1::bigint and booked_at >= $2::timestamptz and booked_at < $3::timestamptz
      order by booked_at desc limit 50`;
    const february = [String(accounts[1]), `'2021-02-01'`, `'2021-02-20'`];
    expect(await tablesReadBy(tx, page, ...february)).toEqual(['entry_2021_02']);
    const asAt = `select balance from ledger.entry where account_id = $1::bigint and booked_at <= $2::timestamptz order by booked_at desc limit 1`;
    expect(await tablesReadBy(tx, asAt, String(accounts[1]), `'2021-02-20'`)).toEqual(['entry_2021_02']);
    expect(await tablesReadBy(tx, asAt, String(accounts[0]), `'2021-02-20'`)).toEqual([
      'entry_2021_01',
      'entry_2021_02',
    ]);
  }));

async function scannedTables(tx: Tx, call: () => Promise<unknown>): Promise<string[]> {
  const scans = async (): Promise<Map<string, number>> => {
    const { rows } = await sql<{ name: string; scans: number }>`
      select relname as name, (seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_xact_user_tables
      where schemaname = 'ledger'`.execute(tx);
    return new Map(rows.map(({ name, scans: count }) => [name, count]));
  };
  const before = await scans();
  await call();
  const after = await scans();
  return [...after.keys()].filter((name) => (after.get(name) ?? 0) > (before.get(name) ?? 0)).sort();
}

test('a statement by value date reads only the partitions that can count, and one for the opening balance', () =>
  inTransaction(async (tx) => {
    for (const at of ['2021-01-15', '2021-02-15']) await importAt(tx, `${at}T12:00:00Z`);
    const accountId = await importAt(tx, '2021-03-15T12:00:00Z');
    for (const at of ['2021-11-15', '2022-01-15']) await importAt(tx, `${at}T12:00:00Z`, 5, accountId);
    const days = { accountId, from: '2022-01-15', to: '2022-01-16' };
    const months = (names: string[]) => names.filter((name) => /^[a-z]+_202[12]_/.test(name));
    const read = ['entry_2021_03', 'entry_2021_11', 'entry_2022_01'];
    expect(months(await scannedTables(tx, () => entriesByValueDate(tx, days)))).toEqual(read);
    expect(months(await scannedTables(tx, () => balanceByValueDate(tx, accountId, '2022-01-15')))).toEqual(read);
  }));
