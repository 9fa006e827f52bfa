import { expect, test } from 'vitest';
import { createSigner, signHead } from '../../apps/api/src/accounting/audit-chain/audit-chain.ts';
import {
  appendAllEntries,
  createAuditChain,
  createPosting,
  insertAuditRow,
  newId,
  seedAccounts,
  seedLedger,
} from '../../apps/api/src/accounting/audit-chain/audit-chain-fixture.ts';
import { post } from '../../packages/ledger/src/transfer.ts';
import type { Fault } from './fault.ts';
import { readLines } from './heads.ts';
import { checkSettings } from './settings.ts';
import { verifyBooks } from './verify-books.ts';

const { db, client, sealer, file, key, keys } = await createAuditChain();
const accounts = await seedAccounts(db);
const { GBP } = accounts;

await db.transaction().execute(async (tx) => {
  const postings = [createPosting('GBP', GBP.world, GBP.ann, 9), createPosting('GBP', GBP.world, GBP.bob, 4)];
  for (const id of [newId(), newId()]) await post(tx, { id, code: 'gift', postings });
  for (const action of ['one', 'two']) await insertAuditRow(tx, action, {});
});
await appendAllEntries(db, client);
await sealer.finish();
await seedLedger(db, accounts, 1);
await appendAllEntries(db, client);
await sealer.finish();

const lines = await readLines(file);
const { rows: links } = await client.query<{
  seq: string;
  op_id: string;
  leg: number;
  audit_id: string;
  row_change_id: string;
  at: string;
}>(`
  select l.seq::text, l.op_id, l.leg, l.audit_id::text, l.row_change_id::text, coalesce(t.recorded_in, a.recorded_in)::text as at from audit_chain.entry l
  left join ledger.transfer t on (t.op_id, t.leg) = (l.op_id, l.leg) left join platform.audit a on a.id = l.audit_id order by l.seq`);
type ChainEntry = (typeof links)[number];
const last = links.at(-1)?.seq ?? '';
const transfers = links.filter(({ op_id }) => op_id !== null);
const audits = links.filter(({ audit_id }) => audit_id !== null);
const rowChanges = links.filter(({ row_change_id }) => row_change_id !== null);
const [transfer, audit, rowChange] = [transfers[3], audits[3], rowChanges[3]];
const forgedRowChange = `insert into audit_chain.row_change (id, recorded_in, table_name, row_key, changed_by) overriding system value
  select 777777, recorded_in, table_name, row_key, changed_by from audit_chain.row_change where id = ${rowChange?.row_change_id}`;
const ofTransfer = `(op_id, leg) = ('${transfer?.op_id}', ${transfer?.leg})`;
const isLater = (one: ChainEntry, next: ChainEntry) => one.at !== next.at;

/**
 * A database owner can swap the rows of two entries and recompute every hash. The chain is then consistent in itself.
 */
function swapEntries(among: readonly ChainEntry[], areMeant: (one: ChainEntry, next: ChainEntry) => boolean): string[] {
  const at = among.findIndex((link, i) => i > 0 && areMeant(among[i - 1] as ChainEntry, link));
  const [one, next] = [among[at - 1]?.seq, among[at]?.seq];
  const swapped = `update audit_chain.entry l set op_id = o.op_id, leg = o.leg, audit_id = o.audit_id from audit_chain.entry o
    where (l.seq, o.seq) in ((${one}, ${next}), (${next}, ${one}))`;
  return [swapped, ...rebuildChain];
}

const rebuildChain = [
  `update audit_chain.entry l set hash = made.hash from (
     select l.seq, audit_chain.chain(decode(repeat('00', 32), 'hex'), coalesce(t.body, a.body, r.body)) over (order by l.seq rows unbounded preceding) as hash
     from audit_chain.entry l left join audit_chain.transfer_text t on t.op_id = l.op_id and t.leg = l.leg left join audit_chain.audit_text a on a.id = l.audit_id
       left join audit_chain.row_change_text r on r.id = l.row_change_id) made
   where made.seq = l.seq`,
  'update audit_chain.checkpoint m set hash = l.hash from audit_chain.entry l where l.seq = m.seq',
];
const wrongPosition = 'is not in its place in the chain';

test.each<[kind: Fault['kind'], why: string, statements: string[]]>([
  ['link', 'is missing', [`delete from audit_chain.entry where seq = ${audit?.seq}`]],
  ['transfer', 'is gone', [`delete from ledger.transfer where ${ofTransfer}`]],
  ['audit', 'is gone', [`delete from platform.audit where id = ${audit?.audit_id}`]],
  ['transfer', 'was changed after it had been sealed', [`update ledger.transfer set code = 'x' where ${ofTransfer}`]],
  [
    'audit',
    'was changed after it had been sealed',
    [`update platform.audit set action = 'x' where id = ${audit?.audit_id}`],
  ],
  ['link', 'it no longer seals', [`update audit_chain.entry set hash = sha256('x') where seq = ${transfer?.seq}`]],
  ['link', 'it no longer seals', [`update audit_chain.entry set hash = sha256('x') where seq = ${last}`]],
  ['transfer', wrongPosition, swapEntries(transfers, isLater)],
  ['transfer', wrongPosition, swapEntries(transfers, (one, next) => one.op_id === next.op_id)],
  ['transfer', wrongPosition, swapEntries(transfers, (one, next) => one.at === next.at && one.op_id !== next.op_id)],
  ['audit', wrongPosition, swapEntries(audits, isLater)],
  ['audit', wrongPosition, swapEntries(audits, (one, next) => one.at === next.at)],
  [
    'audit',
    wrongPosition,
    [`update audit_chain.entry set audit_id = ${audits[0]?.audit_id} where seq = ${audits[1]?.seq}`, ...rebuildChain],
  ],
  ['audit', 'was never sealed', [`update audit_chain.checkpoint set upto = '9999999999'`, forged('recorded_in')]],
  ['sealer', 'older than a minute unsealed', [forged(`'9999999999'`)]],
  ['mark', 'is not where the chain ends', ['update audit_chain.checkpoint set seq = seq - 1']],
  ['mark', 'is not where the chain ends', [`update audit_chain.checkpoint set hash = sha256('x')`]],
  ['mark', 'counts other rows than the chain', ['update audit_chain.checkpoint set transfers = transfers + 1']],
  ['mark', 'counts other rows than the chain', ['update audit_chain.checkpoint set audits = audits - 1']],
  ['mark', 'counts other rows than the chain', ['update audit_chain.checkpoint set row_changes = row_changes + 1']],
  ['row_change', 'is gone', [`delete from audit_chain.row_change where id = ${rowChange?.row_change_id}`]],
  [
    'row_change',
    'was changed after it had been sealed',
    [`update audit_chain.row_change set digest = sha256('x') where id = ${rowChange?.row_change_id}`],
  ],
  ['row_change', 'was never sealed', [`update audit_chain.checkpoint set upto = '9999999999'`, forgedRowChange]],
  ['head', 'has no copy in audit_chain.head', ['delete from audit_chain.head']],
  [
    'head',
    'has no copy in audit_chain.head',
    ['delete from audit_chain.head where id = (select min(id) from audit_chain.head)'],
  ],
  [
    'head',
    'does not carry the signature',
    [`update audit_chain.head set line = replace(line, '"moved":{', '"moved":{"USD":"1.00",')`],
  ],
  ['head', 'names a link that is missing', [`update audit_chain.entry set seq = seq + 1 where seq = ${last}`]],
  [
    'head',
    'and the chain made new',
    [`update platform.audit set action = 'x' where id = ${audit?.audit_id}`, ...rebuildChain],
  ],
  ['head', 'its tail was cut', [`delete from audit_chain.entry where seq = ${last}`]],
  ['head', 'vouches for the end of the chain', [`update audit_chain.checkpoint set at = at + interval '121 seconds'`]],
])('%s %s', async (kind, why, statements) => {
  const faults = await faultsAfter(statements);
  expect(faults).toContainEqual(expect.objectContaining({ kind, reason: expect.stringContaining(why) }));
});

test('finds nothing in an untouched chain', async () => {
  expect(await faultsAfter([])).toEqual([]);
  expect(await faultsAfter([`update audit_chain.checkpoint set at = at + interval '110 seconds'`])).toEqual([]);
});

/** Whoever has the key can sign a false head, so every field of a head is compared with the chain. */
test.each([
  ['counts other rows than the chain', { transfers: '1' }],
  ['counts other rows than the chain', { audits: '1' }],
  ['counts other rows than the chain', { rowChanges: '1' }],
  ['gives another total of GBP than the chain', { moved: {} }],
  ['gives another total of JPY than the chain', { moved: { ...signedLast().moved, JPY: '5' } }],
])('refuses a signed head that %s: %o', async (why, said) => {
  const head = { ...signedLast(), ...said };
  const line = signHead(
    {
      ...head,
      seq: BigInt(head.seq),
      transfers: BigInt(head.transfers),
      audits: BigInt(head.audits),
      rowChanges: BigInt(head.rowChanges),
    },
    createSigner(key),
  );
  const faults = await faultsAfter([], [...lines, line]);
  expect(faults).toMatchObject([
    { kind: 'head', reason: why },
    { kind: 'head', reason: expect.stringContaining('has no copy') },
  ]);
});

test('reports that without external signatures the chain vouches only for itself', async () => {
  expect(await faultsAfter(['delete from audit_chain.head'], [])).toMatchObject([{ kind: 'head', key: '(none)' }]);
});

test.each([
  ['synchronous_commit', 'off', 1],
  ['synchronous_commit', 'local', 1],
  ['synchronous_commit', 'remote_apply', 0],
])('a role with %s = %s can lose acknowledged payments: %i faults', async (setting, value, count) => {
  await client.query('begin');
  try {
    await client.query(`alter role current_user set ${setting} = '${value}'`);
    const own = (await checkSettings(client)).filter(({ key }) => !key.endsWith('of the server'));
    expect(own.map(({ kind, key }) => `${kind} ${key}`)).toEqual(
      Array.from({ length: count }, () => expect.stringMatching(`setting ${setting} of \\w+`)),
    );
  } finally {
    await client.query('rollback');
  }
});

type HeadFields = Record<'seq' | 'hash' | 'transfers' | 'audits' | 'rowChanges' | 'at', string> & {
  moved: Record<string, string>;
};
function signedLast(): HeadFields {
  const { seq, hash, transfers, audits, rowChanges, moved, at } = JSON.parse(lines.at(-1) ?? '') as HeadFields;
  return { seq, hash, transfers, audits, rowChanges, moved, at };
}

function forged(recordedIn: string): string {
  return `insert into platform.audit (id, at, actor_kind, action, entity, detail, request_id, recorded_in) overriding system value
    select 777777, now() - interval '2 minutes', actor_kind, 'forged', entity, detail, request_id, ${recordedIn}
    from platform.audit order by id limit 1`;
}

async function faultsAfter(statements: readonly string[], evidence = lines): Promise<Fault[]> {
  await client.query('begin');
  try {
    await client.query('set local session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
    return (await verifyBooks(client, { lines: evidence, keys })).faults;
  } finally {
    await client.query('rollback');
  }
}
