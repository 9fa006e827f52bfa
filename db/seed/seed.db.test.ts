import { StaffRole } from '@larkmere/contract/back-office/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyPinHash } from '../../apps/api/src/identity/pin/pepper.ts';
import { isWeakPin } from '../../apps/api/src/identity/pin/weak-pin.ts';
import { passesModulusCheck } from '../../apps/api/src/payees/payee/modulus-check.ts';
import { parsePayeeDetails } from '../../apps/api/src/payees/payee/parse-payee-details.ts';
import { openDb } from '../../apps/api/src/platform/db/db.ts';
import { decrypt, deriveEncryptionKey } from '../../apps/api/src/platform/security/encryption.ts';
import { verifySecret } from '../../apps/api/src/platform/security/password-hash.ts';
import { startBank, startReceiver } from '../../apps/sandbox-bank/src/bank.fixture.ts';
import { openTestDatabase } from '../../test/fixtures/database.ts';
import { findAlteredRows } from '../../test/fixtures/verified-database.ts';
import { findCrossCheckViolations } from '../../tools/cross-checks/cross-checks.ts';
import { hasDemoPeople } from './has-demo-people.ts';
import { readOpeningBalances, sendOpeningBalances } from './opening-balances.ts';
import { payees } from './payees.ts';
import { people, staff } from './people.ts';
import { seed } from './seed.ts';

const { url } = await openTestDatabase();
const db = openDb(url, 4);
const pepper = { version: 1, key: 'a-pepper-for-tests-only' };
let wasEmpty: boolean;
let hadPeople: boolean;

beforeAll(async () => {
  hadPeople = await hasDemoPeople(url);
  wasEmpty = await seed(url, { pinPepper: pepper.key });
});
afterAll(() => db.destroy());

async function queryRows<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}

const queryRow = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row> => {
  const [row] = await queryRows(query);
  if (!row) throw new Error('no row');
  return row;
};

const balancesOf = (table: string, ids: string[]) =>
  queryRows(sql<{ id: string; currency: string; balance: bigint; available: bigint }>`
    select h.bankholder_id as id, a.currency, a.credits_posted - a.debits_posted as balance,
      a.credits_posted - a.debits_posted - a.debits_pending as available
    from ${sql.raw(table)} h join ledger.account a on a.id = h.ledger_account_id
    where h.bankholder_id = any(${ids}::text[]) order by 1`);

test('a second seed does nothing, and a start can tell without it', async () => {
  expect(wasEmpty).toBe(true);
  expect([hadPeople, await hasDemoPeople(url)]).toEqual([false, true]);
  const count = sql<{ n: bigint }>`select (select count(*) from ledger.transfer) + (select count(*) from platform.audit)
    + (select count(*) from customer.user) + (select count(*) from notification.notification) as n`;
  const before = await queryRow(count);
  expect(await seed(url, { pinPepper: pepper.key })).toBe(false);
  expect(await queryRow(count)).toEqual(before);
});

test('refuses production and a missing PIN pepper', async () => {
  await expect(seed(url, { pinPepper: '' })).rejects.toThrow('PIN_PEPPER');
  process.env.LARKMERE_MODE = 'production';
  try {
    await expect(seed(url, { pinPepper: pepper.key })).rejects.toThrow('Production is never seeded');
  } finally {
    delete process.env.LARKMERE_MODE;
  }
});

test('every customer of people.json can sign in and confirm with the PIN', async () => {
  for (const { username, memberCode, email, password, pin } of people) {
    const found = await queryRow(sql<{
      id: string;
      password: string;
      pin: string;
      born: string;
      code: string;
      email: string;
    }>`
      select p.id, w.hash as password, n.hash as pin, to_char(p.date_of_birth, 'YYYY') as born, c.member_code as code, p.email
      from customer.user p join customer.membership m on m.user_id = p.id join customer.customer c on c.id = m.customer_id
      join session.password w on w.user_id = p.id join pin.pin n on n.user_id = p.id where p.username = ${username}`);
    expect(found).toMatchObject({ code: memberCode, email });
    expect(await verifySecret(password, found.password)).toBe(true);
    expect(await verifyPinHash(pepper, found.id, pin, found.pin)).toBe(true);
    expect(password.length).toBeGreaterThanOrEqual(12);
    expect(isWeakPin(pin, found.born)).toBe(false);
  }
});

test('all staff can sign in with the password and the one-time code', async () => {
  expect(new Set(staff.map(({ role }) => role))).toEqual(new Set(StaffRole.options));
  for (const { username, password, totpSecret } of staff) {
    const found = await queryRow(sql<{ id: string; hash: string; sealed: Buffer; confirmed: boolean }>`
      select id, password_hash as hash, totp_secret as sealed, totp_confirmed_at is not null as confirmed
      from staff.member where username = ${username}`);
    expect(found.confirmed).toBe(true);
    expect(await verifySecret(password, found.hash)).toBe(true);
    expect(decrypt(deriveEncryptionKey(pepper.key, 'staff'), found.id, found.sealed)).toBe(totpSecret);
    expect(password.length).toBeGreaterThanOrEqual(12);
  }
});

test('balances match the documented screenshots', async () => {
  expect(await balancesOf('bank_account.account', ['104882', '104883', '104884'])).toEqual([
    { id: '104882', currency: 'GBP', balance: 1248055n, available: 1223055n },
    { id: '104883', currency: 'EUR', balance: 391208n, available: 391208n },
    { id: '104884', currency: 'THB', balance: 18425000n, available: 18000000n },
  ]);
  expect(await balancesOf('wallet.wallet', ['206110', '206111', '206112'])).toEqual([
    { id: '206110', currency: 'GBP', balance: 184020n, available: 184020n },
    { id: '206111', currency: 'EUR', balance: 41290n, available: 41290n },
    { id: '206112', currency: 'THB', balance: 2250000n, available: 2250000n },
  ]);
});

test('the history starts a year ago, ends yesterday, and every entry has a narrative', async () => {
  const { first, last, untold } = await queryRow(sql<{ first: number; last: number; untold: bigint }>`
    with lines as (
      select e.*, (now() at time zone 'Europe/London')::date - (e.booked_at at time zone 'Europe/London')::date as ago
      from bank_account.account h join ledger.entry e on e.account_id = h.ledger_account_id)
    select max(ago) as first, min(ago) filter (where amount <> 0) as last,
      count(*) filter (where not exists (select from accounting.narrative n where n.operation_id = lines.op_id) and amount <> 0) as untold
    from lines`);
  expect({ first, last, untold }).toEqual({ first: 365, last: 1, untold: 0n });
});

test('one payment awaits approval, and every state matches the last transition', async () => {
  const states = await queryRows(sql<{ state: string; n: bigint }>`
    select state, count(*) as n from payment.payment p where state = (
      select t.state from payment.transition t where t.payment_id = p.id order by seq desc limit 1)
    group by state order by state`);
  const total = await queryRow(sql<{ n: bigint }>`select count(*) as n from payment.payment`);
  expect(states.map(({ state }) => state)).toEqual(['awaiting_approval', 'completed', 'rejected', 'returned']);
  expect(states[0]?.n).toBe(1n);
  expect(states.reduce((sum, { n }) => sum + n, 0n)).toBe(total.n);
  const { rest } = await queryRow(sql<{ rest: bigint }>`
    select a.credits_posted - a.debits_posted + a.credits_pending as rest from ledger.account a
    join ledger.account_name n on n.account_id = a.id where n.code = 'clearing:faster-payments:GBP'`);
  expect(rest).toBe(235_000n);
});

test('the bookkeeper’s payment awaits approval, and a standing order starts in three weeks', async () => {
  const waiting = await queryRows(sql<{ maker: string; payee: string; state: string }>`
    select m.username as maker, p.payee_name as payee, r.state from approval.request r
    join customer.user m on m.id = r.maker_id join payment.payment p on p.id = r.subject_id`);
  expect(waiting).toEqual([{ maker: 'isla', payee: 'Mekong Trading Ltd', state: 'open' }]);
  const orders = await queryRows(sql<{ state: string; days: number }>`
    select o.state, d.pay_day - (now() at time zone 'Europe/London')::date as days
    from standing_order.standing_order o join standing_order.occurrence d on d.order_id = o.id`);
  expect(orders).toEqual([{ state: 'active', days: expect.any(Number) }]);
  expect(orders[0]?.days).toBeGreaterThanOrEqual(21);
});

test('three free transfers remain, and used ones belong to payments without a fee', async () => {
  const trades = await queryRows(sql<{ status: string; n: bigint; fees: bigint | null }>`
    select f.status, count(*) as n, sum(p.fee_minor)::bigint as fees
    from payment.fee_waiver f left join payment.payment p on p.id = f.payment_id group by 1 order by 1`);
  expect(trades).toEqual([
    { status: 'available', n: 3n, fees: null },
    { status: 'used', n: 7n, fees: 0n },
  ]);
});

test('unread notifications are newer than all read ones', async () => {
  const notices = await queryRows(sql<{ username: string; unread: bigint; isRead: boolean }>`
    select p.username, count(*) filter (where n.read_at is null) as unread,
      min(n.created_at) filter (where n.read_at is null) > max(n.created_at) filter (where n.read_at is not null) as is_read
    from notification.notification n join customer.user p on p.id = n.user_id group by 1 order by 1`);
  expect(notices.map(({ username }) => username)).toEqual(['anong', 'boon', 'dara', 'owen']);
  for (const notice of notices) expect(notice).toMatchObject({ unread: 3n, isRead: true });
});

test('the sandbox bank confirms every name check and the opening balances', async () => {
  const receiver = await startReceiver();
  const bank = await startBank(receiver);
  try {
    const today = await queryRow(
      sql<{ day: string }>`select to_char(now() at time zone 'Europe/London', 'YYYY-MM-DD') as day`,
    );
    const changed: Record<string, string> = { 'Priya Raman': 'account_switched', 'Fenwick Tiles Ltd': 'not_found' };
    for (const payee of Object.values(payees).flat()) {
      const { type, currency, name, entityType, details, account, check, status } = payee;
      expect(parsePayeeDetails({ type, currency, name, details }), name).toMatchObject({ details, account });
      if (!check) continue;
      const { country: _, ...asked } = details;
      const question = JSON.stringify({ name, entityType, ...asked });
      const answer = JSON.parse((await bank.ask('POST', '/v1/name-checks', question)).body);
      const now = changed[name];
      expect(status === 'reject', name).toBe(now !== undefined);
      expect(answer, name).toMatchObject(now === undefined ? check : { result: now });
    }

    await sendOpeningBalances(url, bank.url);
    await sendOpeningBalances(url, bank.url);
    const openings = await readOpeningBalances(url);
    expect(openings.map(({ currency }) => currency)).toEqual(['GBP', 'EUR', 'THB', 'USD']);
    for (const { currency, amount } of openings) {
      const { balance } = await queryRow(sql<{ balance: bigint }>`
        select a.debits_posted - a.credits_posted as balance from ledger.account a
        join ledger.account_name n on n.account_id = a.id where n.code = ${`safeguarding:partner-bank:${currency}`}`);
      expect(BigInt(amount.replace('.', '')), currency).toBe(balance);
      const statement = await bank.ask('GET', `/v1/statements/${today.day}?currency=${currency}`);
      expect(statement.body).toContain(`<Amt Ccy="${currency}">${amount}</Amt>`);
    }
  } finally {
    await bank.end();
    receiver.close();
  }
});

test('account numbers and IBANs have the right check digits', async () => {
  const accounts = await queryRows(sql<{
    sortCode: string | null;
    accountNumber: string | null;
    iban: string | null;
  }>`
    select sort_code, account_number, iban from bank_account.account`);
  expect(accounts).toHaveLength(13);
  for (const { sortCode, accountNumber, iban } of accounts) {
    if (sortCode && accountNumber) expect(passesModulusCheck(sortCode, accountNumber)).toBe(true);
    if (iban) expect(remainderOf(iban), iban).toBe(1n);
  }
});

const remainderOf = (iban: string): bigint =>
  BigInt((iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n;

test('every exchange earned a spread and was covered, so positions are close to zero', async () => {
  const totals = await queryRows(sql<{ code: string; minor: bigint }>`
    select n.code, a.credits_posted - a.debits_posted as minor from ledger.account_name n join ledger.account a on a.id = n.account_id
    where n.code ~ '^(position|fx-spread|fee-income:fx):(GBP|EUR|THB|USD)$'`);
  const minorOf = (code: string): bigint => totals.find((each) => each.code === code)?.minor ?? 0n;
  expect(minorOf('position:GBP')).toBe(0n);
  for (const currency of ['EUR', 'THB', 'USD']) {
    expect(minorOf(`fx-spread:${currency}`)).toBeGreaterThan(1000n);
    expect(minorOf(`position:${currency}`)).toBeLessThan(0n);
    expect(-minorOf(`position:${currency}`)).toBeLessThan(minorOf(`fx-spread:${currency}`) / 10n);
  }
  expect(minorOf('fee-income:fx:GBP')).toBeGreaterThan(0n);
  const { all, untold, uncovered } = await queryRow(sql<{ all: bigint; untold: bigint; uncovered: bigint }>`
    select count(*) as all, count(*) filter (where not exists (select from fx.conversion c where c.id = t.op_id)) as untold,
      count(*) filter (where not exists (select from treasury.cover_deal c where c.requested_at > t.booked_at
        and c.requested_at < t.booked_at + interval '5 minutes')) as uncovered
    from (select distinct op_id, booked_at from ledger.transfer where code = 'fx.converted') t`);
  expect(all).toBeGreaterThan(20n);
  expect({ untold, uncovered }).toEqual({ untold: 0n, uncovered: 0n });
});

test('all records match the ledger and the audit chain', async () => {
  expect(await findCrossCheckViolations(db)).toEqual([]);
  expect(await findAlteredRows(url)).toEqual([]);
});
