import { beforeAll, expect, test } from 'vitest';
import { checkedTables, exemptTables, protectedTables, uncoveredColumns } from '../../db/protected-tables.ts';
import { columnsOf } from '../../test/fixtures/database-columns.ts';
import { seedActivity } from '../../test/fixtures/sample-activity.ts';
import { createVerifiedDatabase } from '../../test/fixtures/verified-database.ts';
import { migrate } from '../migrate.ts';

const { db, url, client, sign, verify, brokenLaws, undone } = await createVerifiedDatabase();
const tables = await columnsOf(client);

beforeAll(async () => {
  await seedActivity(db);
  await sign();
});

test('protects every table, checks it in another way, or exempts it explicitly', () => {
  const listed = [protectedTables, checkedTables, exemptTables].flatMap((list) => Object.keys(list));
  expect(listed.toSorted()).toEqual([...tables.keys()].toSorted());
});

test('excludes only columns that exist from a digest', () => {
  for (const [table, protection] of Object.entries(protectedTables))
    expect(tables.get(table)?.map(({ name }) => name)).toEqual(expect.arrayContaining(uncoveredColumns(protection)));
});

test('finds nothing in unchanged data', async () => {
  expect(await verify()).toEqual([]);
  expect(await brokenLaws()).toEqual([]);
});

test('names a change that the application did not make unless an audit row explains it', async () => {
  const { named, explained, id } = await undone(async () => {
    const { rows } = await client.query(`update customer.customer set kyc_status = 'rejected'
      where id = (select min(id::text)::uuid from customer.customer) returning id`);
    const found = await verify();
    await client.query(`insert into platform.audit (actor_kind, actor_id, action, entity, detail, request_id)
      values ('system', 'operator', 'kyc.corrected', 'customer:${rows[0].id}', '{}', 'r')`);
    return { named: found, explained: await verify(), id: rows[0].id };
  }, 'on');
  expect(named).toMatchObject([
    { kind: 'row', key: `customer.customer ${id}`, reason: expect.stringContaining('without an audit row') },
  ]);
  expect(explained).toEqual([]);
});

test.each([
  ['alter table payee.payee disable trigger row_update_recorded', 'payee.payee', 'has no triggers'],
  ['alter table document.setting add column extra int default 1', 'document.setting ', 'was changed past the record'],
  ['drop table country.rule cascade', 'country.rule', 'does not exist'],
])('%s', async (statement, key, why) => {
  const found = await undone(async () => {
    await client.query(statement);
    return verify();
  }, 'on');
  expect(found).toMatchObject([
    { kind: 'row', key: expect.stringContaining(key), reason: expect.stringContaining(why) },
  ]);
});

test('covers a new column after the next migration and still reports an earlier alteration', async () => {
  const keysFound = async () => (await verify()).map(({ key }) => key.slice(0, 'country.rule XX'.length));
  await client.query('alter table country.rule add column extra int default 1');
  await client.query(`set session_replication_role = replica`);
  await client.query(`update country.rule set risk = 'enhanced' where country = 'KP'`);
  await client.query(`set session_replication_role = origin`);
  await migrate(url);
  await sign();
  const left = await keysFound();
  const changed = await undone(async () => {
    await client.query(`update country.rule set extra = 2 where country = 'IR'`);
    return keysFound();
  });
  expect(left).toEqual(['country.rule KP']);
  expect(changed.toSorted()).toEqual(['country.rule IR', 'country.rule KP']);
});
