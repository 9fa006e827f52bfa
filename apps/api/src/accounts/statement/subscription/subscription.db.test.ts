import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  restrict,
  runJob,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../../test/fixtures/base.ts';
import { testPreparation as preparation } from '../../../../../../test/fixtures/export-preparation.ts';
import { changeAccountStatus } from '../../../customers/customer/customer.ts';
import { londonDay } from '../../../platform/time/london-day.ts';
import { type BankAccount, updateAccountStatus } from '../../bank-account/bank-account.ts';
import { monthlyStatements } from './issue-monthly-statements.ts';
import { showSubscription, subscribe, unsubscribe } from './subscribe.ts';

const { db } = await createDatabase();

let who: TestUser;
let pounds: BankAccount;
let euros: BankAccount;

beforeEach(async () => {
  await sql`update statement.subscription set ended_at = now(), end_reason = 'unsubscribed' where ended_at is null`.execute(
    db,
  );
  who = await seedCustomer(db);
  pounds = await seedAccount(db, who, { balance: '1000.00' });
  euros = await seedAccount(db, who, { currency: 'EUR', iban: `DE${Date.now()}` });
  // Opened before the months of these tests.
  await sql`update bank_account.account set opened_at = now() - interval '1 year' where customer_id = ${who.customer.id}`.execute(
    db,
  );
});

const thisMonth = londonDay(new Date()).slice(0, 8).concat('01');
const monthsAgo = (months: number): string => shiftMonths(thisMonth, -months);

function shiftMonths(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

type Settings = Partial<Parameters<typeof subscribe>[1]>;
const turnOn = (settings: Settings = {}, as = who) =>
  asCustomer(db, as).run(subscribe, {
    accounts: null,
    format: 'csv',
    layout: 'compact',
    idempotency: randomUUID(),
    ...settings,
  });
const turnOff = (as = who) => asCustomer(db, as).run(unsubscribe, { idempotency: randomUUID() });
const show = (as = who) => asCustomer(db, as).run(showSubscription, {});

/** As if it had been on since then. */
const setNextMonth = (month: string) =>
  sql`update statement.subscription set next_month = ${month}::date where user_id = ${who.user.id}`.execute(db);

type ExportedMonth = Readonly<{ accounts: string[]; from: string; to: string; format: string; state: string }>;
async function listExported(): Promise<ExportedMonth[]> {
  const { rows } = await sql<ExportedMonth>`
    select accounts, to_char(from_date, 'YYYY-MM-DD') as from, to_char(to_date, 'YYYY-MM-DD') as to, format,
      case when prepared_at is not null then 'ready' when failed_at is not null then 'failed' else 'waiting' end as state
    from statement.export where user_id = ${who.user.id} order by from_date`.execute(db);
  return rows;
}

async function endReason(): Promise<string | null> {
  const { rows } = await sql<{ reason: string | null }>`
    select end_reason as reason from statement.subscription where user_id = ${who.user.id}`.execute(db);
  return rows[0]?.reason ?? null;
}

describe('monthly statements', () => {
  it('are turned on, changed and turned off', async () => {
    expect(await show()).toBeNull();
    const nextOn = shiftMonths(thisMonth, 1);
    expect(await turnOn()).toEqual({ accounts: null, format: 'csv', layout: 'compact', preset: null, nextOn });
    await turnOn({ accounts: [euros.bankholderId], format: 'ofx', layout: 'flat', preset: 'freeagent' });
    const changed = { accounts: [euros.bankholderId], format: 'ofx', layout: 'flat', preset: 'freeagent', nextOn };
    expect(await show()).toEqual(changed);
    await turnOff();
    expect(await show()).toBeNull();
    await turnOff();
  });

  it('refuse accounts of others, withdrawn ones, and a preset of another format', async () => {
    const stranger = await seedAccount(db, await seedCustomer(db));
    await expectRefusal(db, 'not_found', () => turnOn({ accounts: [stranger.bankholderId] }));
    const member = await restrict(db, who, { accounts: [pounds] });
    await expectRefusal(db, 'not_found', () => turnOn({ accounts: [euros.bankholderId] }, member));
    await expectRefusal(db, 'validation_failed', () => turnOn({ format: 'pdf', preset: 'xero' }));
  });

  it('are not made before the month is over', async () => {
    await turnOn();
    await runJob(db, monthlyStatements);
    expect(await listExported()).toEqual([]);
  });

  it('are made once for the month before, however often the job runs and in how many processes', async () => {
    await turnOn({ format: 'pdf' });
    await setNextMonth(monthsAgo(1));
    await Promise.all(Array.from({ length: 4 }, () => runJob(db, monthlyStatements)));
    await runJob(db, monthlyStatements);
    const [only, ...more] = await listExported();
    expect(more).toEqual([]);
    expect(only).toMatchObject({ from: monthsAgo(1), format: 'pdf', state: 'waiting' });
    expect(shiftMonths(`${only?.to.slice(0, 8)}01`, 1)).toBe(thisMonth);
    expect(new Set(only?.accounts)).toEqual(new Set([pounds.bankholderId, euros.bankholderId]));
  });

  it('do not repeat a month after they were turned off and on, and the database refuses it', async () => {
    await turnOn();
    await setNextMonth(monthsAgo(1));
    await runJob(db, monthlyStatements);
    await turnOff();
    await turnOn({ format: 'xlsx' });
    await runJob(db, monthlyStatements);
    expect(await listExported()).toHaveLength(1);
    await setNextMonth(monthsAgo(1));
    await expect(runJob(db, monthlyStatements)).rejects.toThrow('export_once_a_month');
    expect(await listExported()).toHaveLength(1);
  });

  it('skip the months in which they were off, and none in which no process ran', async () => {
    await turnOn();
    await setNextMonth(monthsAgo(3));
    for (let run = 0; run < 5; run += 1) await runJob(db, monthlyStatements);
    expect((await listExported()).map(({ from }) => from)).toEqual([monthsAgo(3), monthsAgo(2), monthsAgo(1)]);
    await turnOff();
    await setNextMonth(monthsAgo(5));
    await turnOn();
    await runJob(db, monthlyStatements);
    expect(await listExported()).toHaveLength(3);
  });

  it('are prepared, kept for 31 days, and announced once', async () => {
    await turnOn({ accounts: [pounds.bankholderId] });
    await setNextMonth(monthsAgo(1));
    await runJob(db, monthlyStatements);
    await runJob(db, preparation);
    await runJob(db, preparation);
    expect(await listExported()).toMatchObject([{ accounts: [pounds.bankholderId], state: 'ready' }]);
    const { rows } = await sql<{ topic: string; kind: string }>`
      select topic, payload ->> 'kind' as kind from platform.event
      where payload ->> 'userId' = ${who.user.id} and topic like 'statement.%'`.execute(db);
    expect(rows).toEqual([{ topic: 'statement.export_ready', kind: 'monthly' }]);
    const kept = await sql`select from statement.export
      where user_id = ${who.user.id} and expires_at - prepared_at = interval '31 days'`.execute(db);
    expect(kept.rows).toHaveLength(1);
  });
});

describe('monthly statements end', () => {
  beforeEach(async () => {
    await turnOn();
    await setNextMonth(monthsAgo(1));
  });

  const expectEnd = async (reason: string) => {
    await runJob(db, monthlyStatements);
    expect(await endReason()).toBe(reason);
    expect(await listExported()).toEqual([]);
  };

  it('when the person is suspended', async () => {
    await sql`update customer.membership set state = 'suspended', reason = 'by_staff' where id = ${who.user.membershipId}`.execute(
      db,
    );
    await expectEnd('access_lost');
  });

  it('when the person may not see statements any more', async () => {
    await sql`update customer.membership set access = array_remove(access, 'statement')
      where id = ${who.user.membershipId}`.execute(db);
    await expectEnd('access_lost');
  });

  it('when the account of the customer is locked', async () => {
    await asSystem(db, (ctx) =>
      changeAccountStatus(ctx, who.customer.id, { status: 'locked', reasonCode: 'sanctions_match' }),
    );
    await expectEnd('account_status');
  });

  it('when no account is open', async () => {
    for (const { ledgerAccountId } of [pounds, euros])
      await asSystem(db, ({ tx }) => updateAccountStatus(tx, ledgerAccountId, 'closed'));
    await expectEnd('no_open_account');
  });

  it('for one account only when that one is closed', async () => {
    await turnOn({ accounts: [pounds.bankholderId, euros.bankholderId] });
    await asSystem(db, ({ tx }) => updateAccountStatus(tx, euros.ledgerAccountId, 'closed'));
    await runJob(db, monthlyStatements);
    expect(await listExported()).toMatchObject([{ accounts: [pounds.bankholderId] }]);
    expect(await show()).toMatchObject({ accounts: [pounds.bankholderId] });
  });
});
