import { expect, test } from 'vitest';
import {
  createAuditChain,
  createPosting,
  newId,
  seedAccounts,
  seedLedger,
} from '../../apps/api/src/accounting/audit-chain/audit-chain-fixture.ts';
import { hold, post, postHold } from '../../packages/ledger/src/transfer.ts';

const { db, client, verify } = await createAuditChain();
const accounts = await seedAccounts(db);
const { GBP, EUR } = accounts;
await seedLedger(db, accounts, 1);
const sampleIds = { gift: newId(), sent: newId(), kept: newId(), promised: newId() };
await db.transaction().execute(async (tx) => {
  await post(tx, {
    id: sampleIds.gift,
    code: 'gift',
    postings: [createPosting('GBP', GBP.ann, GBP.bob, 7), createPosting('GBP', GBP.ann, GBP.world, 2)],
  });
  for (const id of [sampleIds.sent, sampleIds.kept])
    await hold(tx, { id, code: 'payment', postings: [createPosting('GBP', GBP.ann, GBP.bob, 50)] });
  await hold(tx, { id: sampleIds.promised, code: 'payment', postings: [createPosting('GBP', GBP.ann, GBP.world, 5)] });
  await postHold(tx, { id: newId(), code: 'settled', holdId: sampleIds.sent });
});

const gift = `op_id = '${sampleIds.gift}'`;
const settled = `hold_id = '${sampleIds.sent}'`;
const ofGift = `account_id = ${GBP.ann} and ${gift} and leg = 1`;

/** Changes that a database owner can make without triggers and constraints, and the finding each must produce. */
test.each([
  ['entry', 'belongs to an account that does not exist', `update ledger.entry set account_id = 0 where ${ofGift}`],
  ['entry', 'belongs to an account that does not exist', `update ledger.entry set account_id = 4711 where ${ofGift}`],
  ['entry', 'of its account', `update ledger.entry set version = version + 100 where ${ofGift}`],
  ['entry', 'of its account', `delete from ledger.entry where account_id = ${GBP.ann} and version = 1`],
  ['entry', 'belongs to no transfer', `delete from ledger.transfer where ${gift} and leg = 2`],
  [
    'entry',
    'belongs to no transfer',
    `update ledger.transfer set booked_at = booked_at + interval '1 microsecond' where ${gift} and leg = 1`,
  ],
  [
    'entry',
    'belongs to no transfer',
    `update ledger.transfer set debit_account_id = ${GBP.world} where ${gift} and leg = 1`,
  ],
  ['entry', 'ends a hold that never was', `update ledger.transfer set hold_id = '${newId()}' where ${settled}`],
  ['entry', 'has another amount than its transfer', `update ledger.transfer set amount = 8 where ${gift} and leg = 1`],
  ['entry', 'has another amount than its transfer', `update ledger.entry set amount = amount - 1 where ${ofGift}`],
  ['entry', 'has another value date', `update ledger.entry set value_date = value_date - 1 where ${ofGift}`],
  ['entry', 'has another value date or code', `update ledger.entry set code = code || '.' where ${ofGift}`],
  ['entry', 'should leave the balance', `update ledger.entry set balance = balance + 1 where ${ofGift}`],
  ['entry', 'set aside', `update ledger.entry set held = held + 1 where ${ofGift}`],
  ['entry', 'overdraws its account', `update ledger.account set flags = 1 where id = ${GBP.world}`],
  ['entry', 'overdraws its account', overdrawnByHold()],
  ['entry', 'overcredits its account', `update ledger.account set flags = 2 where id = ${GBP.ann}`],
  ['entry', 'overcredits its account', overcreditedByHold()],
  ['currency', 'does not sum to zero', `delete from ledger.entry where ${ofGift}`],
  ...changedTotal('debits_posted', 'its debits,'),
  ...changedTotal('credits_posted', 'its credits,'),
  ...changedTotal('debits_pending', 'its debits set aside,'),
  ...changedTotal('credits_pending', 'its credits set aside,'),
  ...changedTotal('version', 'its number of entries,'),
  [
    'account',
    'its time of the last entry,',
    `update ledger.account set last_at = last_at + interval '1 second' where id = ${GBP.bob}`,
  ],
  ['transfer', 'comes without the leg before it', `delete from ledger.transfer where ${gift} and leg = 1`],
  ['transfer', 'comes without the leg before it', `update ledger.transfer set leg = 9 where ${gift} and leg = 2`],
  ...changedLeg('code', `'another'`),
  ...changedLeg('fingerprint', 'fingerprint # 1'),
  ...changedLeg('kind', `'hold'`),
  ...changedLeg('hold_id', `'${sampleIds.kept}'`),
  [
    'transfer',
    'names an account that does not exist',
    `update ledger.transfer set debit_account_id = 4711 where ${gift}`,
  ],
  [
    'transfer',
    'names an account that does not exist',
    `update ledger.transfer set credit_account_id = 0 where ${gift}`,
  ],
  [
    'transfer',
    'mixes GBP and EUR',
    `update ledger.transfer set credit_account_id = ${EUR.ann} where ${gift} and leg = 1`,
  ],
  [
    'transfer',
    'ends a hold that is not one of its accounts',
    `update ledger.transfer set debit_account_id = ${GBP.world} where ${settled}`,
  ],
  [
    'transfer',
    'ends a hold that is not one of its accounts',
    `update ledger.transfer set credit_account_id = ${GBP.world} where ${settled}`,
  ],
  ['transfer', 'moves more than its hold set aside', `update ledger.transfer set amount = 51 where ${settled}`],
  [
    'transfer',
    'sets free another amount than its hold set aside',
    `update ledger.transfer set amount = amount - 1 where kind = 'void_hold'`,
  ],
  ['transfer', 'lacks an entry', `delete from ledger.entry where ${ofGift}`],
  ['transfer', 'lacks an entry', `delete from ledger.entry where account_id = ${GBP.bob} and ${gift}`],
  ['hold', 'is open, and no transfer made it', copyRow('hold', `op_id = '${sampleIds.kept}'`)],
  ['hold', 'was ended 2 times', copyRow('transfer', settled)],
  ['hold', 'is open, though it was ended', reopenedHold()],
  ['hold', 'is not open, and nothing ended it', `delete from ledger.hold where op_id = '${sampleIds.kept}'`],
  ...otherHold('amount', 'amount - 1'),
  ...otherHold('debit_account_id', `${GBP.bob}`),
  ...otherHold('credit_account_id', `${GBP.world}`),
])('%s %s: %s', async (kind, why, statement) => {
  const faults = await faultsAfter(statement);
  expect(faults).toContainEqual(expect.objectContaining({ kind, reason: expect.stringContaining(why) }));
});

test('finds nothing in untouched books', async () => {
  expect((await verify()).faults).toEqual([]);
});

type Case = [kind: string, why: string, statement: string];

function changedTotal(column: string, name: string): Case[] {
  return [['account', name, `update ledger.account set ${column} = ${column} + 1 where id = ${GBP.bob}`]];
}

function changedLeg(column: string, value: string): Case[] {
  const statement = `update ledger.transfer set ${column} = ${value} where ${gift} and leg = 2`;
  return [['transfer', 'is another thing than the leg before it', statement]];
}

function otherHold(column: string, value: string): Case[] {
  const statement = `update ledger.hold set ${column} = ${value} where op_id = '${sampleIds.kept}'`;
  return [['hold', 'is open with other accounts or another amount', statement]];
}

function copyRow(table: string, where: string): string {
  const row = `jsonb_populate_record(r, jsonb_build_object('op_id', '${newId()}'))`;
  return `insert into ledger.${table} select (${row}).* from ledger.${table} r where ${where}`;
}

function reopenedHold(): string {
  const row = `jsonb_populate_record(r, jsonb_build_object('op_id', '${sampleIds.sent}'))`;
  return `insert into ledger.hold select (${row}).* from ledger.hold r where op_id = '${sampleIds.kept}'`;
}

function overdrawnByHold(): string {
  const huge = 'amount + 1000000';
  return `update ledger.transfer set amount = ${huge} where op_id = '${sampleIds.kept}';
    update ledger.entry set held = held + 1000000 where op_id = '${sampleIds.kept}' and account_id = ${GBP.ann}`;
}

function overcreditedByHold(): string {
  return `update ledger.account set flags = 2 where id = ${GBP.world};
    update ledger.transfer set amount = amount + 1000000 where op_id = '${sampleIds.promised}'`;
}

async function faultsAfter(statement: string) {
  await client.query('begin');
  try {
    await client.query('set local session_replication_role = replica');
    for (const constraint of ['not_overdrawn', 'not_overcredited', 'totals_not_negative'])
      await client.query(`alter table ledger.account drop constraint account_${constraint}`);
    await client.query('alter table ledger.transfer drop constraint transfer_hold_named');
    await client.query(statement);
    return (await verify()).faults;
  } finally {
    await client.query('rollback');
  }
}
