import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { auditFields, transferFields } from '../../../../../tools/verify/chained-text.ts';
import { verifyBooks } from '../../../../../tools/verify/verify-books.ts';
import { printVerification } from '../../../../../tools/verify.ts';
import { createSigner, signHead } from './audit-chain.ts';
import { appendAllEntries, createAuditChain, seedAccounts, seedLedger } from './audit-chain-fixture.ts';
import { appendChainEntries, openAuditChainWriter } from './audit-chain-writer.ts';

const { db, url, client, file, key, keys, sealer, verify } = await createAuditChain();
const emptyHead = { hash: '0'.repeat(64), transfers: 0n, audits: 0n, rowChanges: 0n, moved: {} };
const lines = () => readFileSync(file, 'utf8').split('\n').filter(Boolean);

beforeAll(async () => {
  await seedLedger(db, await seedAccounts(db), 2);
  await appendAllEntries(db, client);
  await sealer.appendAndSign();
});

async function printReport(evidence = { lines: lines(), keys }): Promise<string> {
  const told: string[] = [];
  expect(await printVerification(url, evidence, (line) => told.push(line))).toBe(false);
  return told.join('\n');
}

test('a run without new rows writes nothing', async () => {
  const before = await client.query('select xmin, ctid from audit_chain.checkpoint');
  expect(await appendChainEntries(db)).toMatchObject({ added: 0n });
  const after = await client.query('select xmin, ctid from audit_chain.checkpoint');
  expect(after.rows).toEqual(before.rows);
});

test('signs the head in the first run, then after growth and a minute, or at the end', async () => {
  expect(lines()).toHaveLength(1);
  await seedLedger(db, await seedAccounts(db), 1);
  await appendAllEntries(db, client);
  await sealer.appendAndSign();
  expect(lines()).toHaveLength(1);
  expect(await verify()).toMatchObject({ faults: [], unsigned: 17n });
  await sealer.finish();
  await sealer.finish();
  expect(lines()).toHaveLength(2);
  expect(await verify()).toMatchObject({ faults: [], unsigned: 0n, heads: 2 });
});

test('does nothing while another process appends', async () => {
  await client.query(`begin; select pg_advisory_xact_lock(hashtext('larkmere.audit_chain'))`);
  expect(await appendChainEntries(db)).toMatchObject({ added: null });
  await client.query('commit');
});

test.each(['audit_chain.entry', 'audit_chain.head'])('%s is append-only', async (table) => {
  for (const statement of [`update ${table} set seq = seq`, `delete from ${table}`, `truncate ${table}`])
    await expect(client.query(statement)).rejects.toThrow(`${table} is append-only`);
});

test('stops at a truncated chain and at a transaction counter that went back', async () => {
  for (const [change, complaint] of [
    [
      'delete from audit_chain.entry where seq = (select max(seq) from audit_chain.entry)',
      'the chain does not end at entry',
    ],
    [`update audit_chain.checkpoint set upto = '9000000000'`, 'the transaction counter went back'],
  ] as const) {
    await client.query(`begin; set local session_replication_role = replica; ${change}`);
    await expect(client.query('select audit_chain.append_entries()')).rejects.toThrow(complaint);
    await client.query('rollback');
  }
});

test('the chain covers every column of transfers, entries and audit rows', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select attrelid::regclass::text as table, array_agg(attname::text) as columns from pg_attribute
    where attrelid in ('ledger.transfer'::regclass, 'ledger.entry'::regclass, 'platform.audit'::regclass)
      and attnum > 0 and not attisdropped group by 1`.execute(db);
  const named = (alias: string, fields: readonly string[]) =>
    fields.flatMap((field) => [...field.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(([, column]) => column));
  const found = {
    'ledger.transfer': named('t', transferFields),
    'ledger.entry': ['account_id', 'booked_at', 'op_id', 'leg', 'value_date', 'code', ...named('d', transferFields)],
    'platform.audit': named('u', auditFields),
  };
  const sorted = (record: Record<string, (string | undefined)[]>) =>
    Object.fromEntries(Object.entries(record).map(([table, columns]) => [table, columns.toSorted()]));
  expect(sorted(found)).toEqual(sorted(Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))));
  expect(named('c', transferFields)).toEqual(named('d', transferFields));
});

test('prints totals and unsafe server settings', async () => {
  const told = await printReport();
  expect(told).toMatch(/Books {3}6 accounts, 30 legs of transfers, 60 entries, 3 open holds/);
  expect(told).toMatch(/Chain {3}63 links; 0 rows are waiting/);
  expect(told).toContain(`Key     ${keys[0]}`);
  expect(told).toContain('FIRST: setting fsync of the server is off: an acknowledged payment could be lost.');
  for (const setting of ['full_page_writes', 'synchronous_commit'])
    expect(told).toContain(`ALSO: setting ${setting} of the server is off: an acknowledged payment could be lost.`);
  expect(told).toContain('This is NOT as it was written');
});

test('names the first altered row', async () => {
  const { rows: links } = await client.query(`
    (select * from audit_chain.entry where op_id is not null order by seq limit 1) union all
    (select * from audit_chain.entry where audit_id is not null order by seq desc limit 1) order by op_id nulls last`);
  const [transfer, last] = links;
  const change = (days: number, action: string) => `begin; set local session_replication_role = replica;
    update platform.audit set action = '${action}' where id = ${last.audit_id};
    update ledger.transfer set value_date = value_date + ${days} where (op_id, leg) = ('${transfer.op_id}', ${transfer.leg});
    commit`;
  await client.query(change(1, 'nothing'));
  const told = await printReport();
  await client.query(change(-1, 'step 6'));
  const key = `${transfer.op_id}/${transfer.leg} (link ${transfer.seq})`;
  expect(told).toContain(
    `FIRST: transfer ${key} was changed after it had been sealed, the leg itself or one of its two entries.`,
  );
  expect(told).toContain(`ALSO: audit ${last.audit_id} (link ${last.seq}) was changed after it had been sealed.`);
  expect((await verify()).faults).toEqual([]);
});

test('detects a head file without its last line, with a truncated line, or signed with another key', async () => {
  const [first = '', second = ''] = lines();
  const check = (these: string[]) => verifyBooks(client, { lines: these, keys });
  expect((await check([])).faults[0]).toMatchObject({ kind: 'head', key: '(none)' });
  expect(await check([first, second.slice(0, 40), second])).toMatchObject({ faults: [], unreadable: 1 });
  const forged = await check([first.replace('"seq":"', '"seq":"1'), second]);
  expect(forged.faults[0]).toMatchObject({ kind: 'head', key: 'on line 1 of the seal file' });
  const stranger = await verifyBooks(client, {
    lines: [first],
    keys: [createSigner('another key that is long enough').publicKey],
  });
  expect(stranger.faults.map(({ kind }) => kind)).toContain('head');
});

test('reports rows that are pending for more than a minute', async () => {
  await client.query(`begin; insert into platform.audit (at, actor_kind, action, entity, detail, request_id)
    values (now() - interval '61 seconds', 'system', 'old', 'x', '{}', 'r'), (now(), 'system', 'new', 'x', '{}', 'r')`);
  const { unchained, faults } = await verify();
  await client.query('rollback');
  expect(unchained).toBe(2n);
  expect(faults).toMatchObject([{ kind: 'sealer', key: 'leaves 1 rows of platform.audit' }]);
});

test('continues the same file after a restart, below a truncated line', async () => {
  appendFileSync(file, '{"seq":"9');
  const next = openAuditChainWriter(db, { key, file });
  await next.finish();
  expect(await verify()).toMatchObject({ faults: [], unreadable: 1, heads: 3 });
  writeFileSync(
    file,
    lines()
      .filter((line) => line.endsWith('}'))
      .join('\n'),
  );
});

test('copies a line to the database that a crash left out', async () => {
  await client.query(`begin; set local session_replication_role = replica;
    delete from audit_chain.head where id = (select max(id) from audit_chain.head); commit`);
  expect((await verify()).faults).toMatchObject([
    { kind: 'head', reason: 'has no copy in audit_chain.head: it was deleted' },
  ]);
  await openAuditChainWriter(db, { key, file }).finish();
  expect(await verify()).toMatchObject({ faults: [], unsigned: 0n });
});

const refuseCopies = `create function audit_chain.refuse_head() returns trigger language plpgsql as
    $$ begin raise exception 'no space' using errcode = '53100'; end $$;
  create trigger refuse before insert on audit_chain.head for each row execute function audit_chain.refuse_head()`;
const acceptCopies = 'drop trigger refuse on audit_chain.head; drop function audit_chain.refuse_head';
const forgetHeads = (count: number) => `begin; set local session_replication_role = replica;
  delete from audit_chain.head where id in (select id from audit_chain.head order by id desc limit ${count}); commit`;

test('copies a line again until the database takes it', async () => {
  await seedLedger(db, await seedAccounts(db), 1);
  await appendAllEntries(db, client);
  const writer = openAuditChainWriter(db, { key, file });
  await client.query(refuseCopies);
  await expect(writer.appendAndSign()).rejects.toThrow('no space');
  await expect(writer.appendAndSign()).rejects.toThrow('no space');
  expect((await verify()).faults).toMatchObject([{ kind: 'head', isSettling: true }]);
  await client.query(acceptCopies);
  await writer.appendAndSign();
  expect(await verify()).toMatchObject({ faults: [], unsigned: 0n });
  const { rows } = await client.query('select line from audit_chain.head group by line having count(*) > 1');
  expect(rows).toEqual([]);
});

test('copies all lines again that a failover lost, after the first answer of the new server', async () => {
  const writer = openAuditChainWriter(db, { key, file });
  await writer.appendAndSign();
  await client.query(forgetHeads(3));
  expect((await verify()).faults).toHaveLength(3);
  await client.query('alter function audit_chain.append_entries() rename to away');
  await expect(writer.appendAndSign()).rejects.toThrow('append_entries');
  await client.query('alter function audit_chain.away() rename to append_entries');
  await writer.appendAndSign();
  expect(await verify()).toMatchObject({ faults: [] });
});

test('copies the lines of a restart, also those before the last', async () => {
  await client.query(forgetHeads(2));
  expect((await verify()).faults).toHaveLength(2);
  await openAuditChainWriter(db, { key, file }).appendAndSign();
  expect(await verify()).toMatchObject({ faults: [] });
});

test('says that a head ahead of the database may be a loss or a cut, and which links', async () => {
  const [{ seq: end }] = (await client.query('select seq from audit_chain.checkpoint')).rows;
  const ahead = signHead({ ...emptyHead, seq: BigInt(end) + 5n, at: new Date().toISOString() }, createSigner(key));
  const { faults } = await verifyBooks(client, { lines: [...lines(), ahead], keys });
  const reason = `names link ${BigInt(end) + 5n}, and the chain ends before, at link ${end}: its tail was cut, or the database was set back to an earlier state. If it was a failover or a restore, what was written after link ${end} may be lost; the chain alone cannot tell the two apart`;
  expect(faults).toContainEqual(expect.objectContaining({ kind: 'head', reason }));
});

test('reports a line that is missing in the file', async () => {
  const [first = ''] = lines();
  const { faults } = await verifyBooks(client, { lines: [first], keys });
  expect(faults).toContainEqual(
    expect.objectContaining({ kind: 'head', reason: expect.stringContaining('is not in the seal file') }),
  );
});
