import { randomUUID } from 'node:crypto';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { post } from '@larkmere/ledger/transfer';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
  testPin,
} from '../../../../../test/fixtures/api-server.ts';
import {
  asSystem,
  createDatabase,
  runJob,
  seedAccount,
  seedCredit,
  seedCustomer,
  seedPayee,
  seedUser,
  setAccountStatus,
  type TestUser,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { firmAccountId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { addMember, findCustomer } from '../customer/customer.ts';
import { closures } from './process-closures.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);

let ann: TestUser;
let account: BankAccount;
let call: Caller;

beforeEach(async () => {
  ann = await seedCustomer(db);
  await seedCredentials(db, ann);
  account = await seedAccount(db, ann);
  ({ call } = await signIn(base, ann));
});

const path = '/v1/request/delete/user';
const show = async (by = call) => (await by('GET', path)).body.data;

async function authorise(key: string, exitPayeeUid: string | null, by = call): Promise<string> {
  const purpose = {
    operation: 'customer.close',
    exitPayeeUid,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: key,
  };
  const { body } = await by('POST', '/v1/pin/verify', { pincode: testPin, purpose, idempotency: randomUUID() });
  return body.data.authorisation;
}

async function ask(over: object = {}, { by = call, key = randomUUID(), exitPayeeUid = null as string | null } = {}) {
  const authorisation = await authorise(key, exitPayeeUid, by);
  return by('POST', path, {
    reason: 'not_needed',
    exitPayeeUid,
    confirmPhrase: ann.customer.memberCode.toLowerCase(),
    password: testPassword,
    authorisation,
    idempotency: key,
    ...over,
  });
}

const statusOf = async ({ customer }: TestUser): Promise<AccountStatus | undefined> =>
  (await asSystem(db, ({ tx }) => findCustomer(tx, customer.id)))?.status;
const runClosures = () => runJob(db, closures);
const setRequest = (assignment: string) =>
  sql`update closure.request set ${sql.raw(assignment)} where customer_id = ${ann.customer.id}`.execute(db);
const requestOf = async () =>
  (await sql<Record<string, unknown>>`select * from closure.request where customer_id = ${ann.customer.id}`.execute(db))
    .rows[0];

/** What leaves the account in a test; the counterpart does not matter. */
async function empty(): Promise<void> {
  const { rows } = await sql<{ minor: bigint }>`
    select credits_posted - debits_posted as minor from ledger.account where id = ${account.ledgerAccountId}`.execute(
    db,
  );
  const minor = rows[0]?.minor ?? 0n;
  if (minor === 0n) return;
  await asSystem(db, async ({ tx }) => {
    const credit = await firmAccountId(tx, 'suspense:GBP');
    const amount = { currency: 'GBP', minor } as const;
    const id = v7() as never;
    await post(tx, { id, code: 'credit.received', postings: [{ debit: account.ledgerAccountId, credit, amount }] });
  });
}

describe('asking to close an account', () => {
  it('begins the closing, which ends in 14 days, and is told', async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ state: 'closing', blockers: [], balances: [], graceDays: 14, isOwner: true });
    const days = (new Date(body.data.closesAt).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.99);
    expect(days).toBeLessThanOrEqual(14);
    expect(await statusOf(ann)).toBe('closing');
    const { rows } = await sql<{ state: string }>`select t.state from closure.transition t
      join closure.request r on r.id = t.request_id where r.customer_id = ${ann.customer.id} order by seq`.execute(db);
    expect(rows).toEqual([{ state: 'closing' }]);
  });

  it.each([
    ['another phrase', { confirmPhrase: 'close' }, 'validation_failed'],
    ['a wrong password', { password: 'a goose stands in the shallows' }, 'login_failed'],
    ['no PIN', { authorisation: undefined }, 'authorisation_invalid'],
    ['the PIN for something else', { authorisation: 'x'.repeat(43) }, 'authorisation_invalid'],
  ])('is refused with %s, and nothing changes', async (_, over, code) => {
    expect((await ask(over)).body.code).toBe(code);
    expect(await requestOf()).toBeUndefined();
    expect(await statusOf(ann)).toBe('active');
  });

  it('is for owners only', async () => {
    const admin = { customer: ann.customer, user: await seedUser(db, ann.customer, { role: 'admin' }) };
    await seedCredentials(db, admin);
    const { call: by } = await signIn(base, admin);
    expect((await show(by)).isOwner).toBe(false);
    expect((await ask({}, { by })).body.code).toBe('access_denied');
    expect((await by('POST', `${path}/withdraw`, { idempotency: randomUUID() })).body.code).toBe('access_denied');
  });

  it('answers a repeat alike, and refuses a second request', async () => {
    const key = randomUUID();
    const first = await ask({}, { key });
    const again = await ask({}, { key });
    expect([again.status, again.body.data.reference]).toEqual([200, first.body.data.reference]);
    expect((await ask()).body.code).toBe('invalid_transition');
  });

  it('begins once when asked twice at the same time', async () => {
    const answers = await Promise.all([ask(), ask()]);
    // The other one is refused, or slowed down as a second try of the password.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      (await sql`select from closure.request where customer_id = ${ann.customer.id}`.execute(db)).rows,
    ).toHaveLength(1);
  });

  it('is possible before the identity check, with the password alone', async () => {
    const guest = await seedCustomer(db, { kycStatus: 'rejected', status: 'pending', kind: 'wallet' });
    await seedCredentials(db, guest);
    const { call: by } = await signIn(base, guest);
    expect(await show(by)).toMatchObject({ state: null, requiresPin: false });
    const { body } = await by('POST', path, {
      reason: 'other',
      confirmPhrase: guest.customer.memberCode,
      password: testPassword,
      idempotency: randomUUID(),
    });
    expect(body.data.state).toBe('closing');
    expect(await statusOf(guest)).toBe('closing');
  });

  it.each(['restricted', 'suspended'] as const)('does not let money out of an account that is %s', async (status) => {
    await setAccountStatus(db, ann, status);
    const { body } = await ask();
    expect(body.data).toMatchObject({ state: 'blocked', blockers: [{ kind: 'restriction', count: 1 }] });
    await runClosures();
    expect(await statusOf(ann)).toBe(status);
  });
});

describe('what stands in the way', () => {
  const wait = async () => {
    await sql`insert into upgrade.request (id, reference, customer_id, user_id, state, deadline_at)
      values (${randomUUID()}, ${randomUUID().slice(0, 12)}, ${ann.customer.id}, ${ann.user.id}, 'reviewing', now() + interval '1 day')`.execute(
      db,
    );
  };
  const finish = () =>
    sql`update upgrade.request set state = 'refused', reason = 'test', deadline_at = null
      where customer_id = ${ann.customer.id}`.execute(db);

  it('is listed, keeps the account as it is, and is waited for', async () => {
    await wait();
    const { body } = await ask();
    expect(body.data).toMatchObject({
      state: 'blocked',
      blockers: [{ kind: 'upgrade', count: 1 }],
      pendingStatus: { owner: 'you' },
      closesAt: null,
    });
    await runClosures();
    expect(await statusOf(ann)).toBe('active');
    await finish();
    await runClosures();
    expect(await statusOf(ann)).toBe('closing');
    expect(await show()).toMatchObject({ state: 'closing', blockers: [] });
  });

  it.each([
    ['1 second', 'blocked'],
    ['0 seconds', 'withdrawn'],
  ])('for too long ends the request: %s left, %s', async (left, state) => {
    await wait();
    await ask();
    await setRequest(`deadline_at = now() + interval '${left}'`);
    await runClosures();
    expect((await requestOf())?.state).toBe(state);
    expect(await statusOf(ann)).toBe('active');
  });
});

describe('a closing account', () => {
  it.each(['active', 'dormant'] as const)('can be kept, and is %s again', async (status) => {
    await setAccountStatus(db, ann, status);
    await sql`insert into customer.status_transition (customer_id, seq, state, actor_kind, state_reason)
      values (${ann.customer.id}, 2, ${status}, 'system', 'inactivity')`.execute(db);
    await ask();
    const { body } = await call('POST', `${path}/withdraw`, { idempotency: randomUUID() });
    expect(body.data.state).toBeNull();
    expect(await statusOf(ann)).toBe(status);
    expect((await ask()).body.data.state).toBe('closing');
  });

  it('sends to an account of the customer only', async () => {
    await seedCredit(db, account, '50.00');
    const own = await seedPayee(db, ann);
    await sql`update payee.payee set own_account = true where id = ${own.id}`.execute(db);
    const other = await seedPayee(db, ann, ukDetails.northgate);
    await ask({}, { exitPayeeUid: own.id });
    expect((await pay(other.id)).body.code).toBe('account_restricted');
    expect((await pay(own.id)).body.code).toBe('authorisation_invalid');
  });

  const pay = (payeeUid: string) =>
    call('POST', '/v1/payment/GBP', {
      sourceBankholderId: account.bankholderId,
      payeeUid,
      payeeVersion: 1,
      amount: '5.00',
      currency: 'GBP',
      fee: '0.50',
      reference: 'Rest',
      authorisation: 'x'.repeat(43),
      idempotency: randomUUID(),
    });

  it('exchanges into the currency of the own account elsewhere only', async () => {
    const eur = await seedPayee(db, ann);
    await sql`update payee.payee set own_account = true, currency = 'EUR' where id = ${eur.id}`.execute(db);
    await ask();
    const quote = (buy: string) =>
      call('POST', '/v1/payment/fxrate', {
        sell: 'GBP',
        buy,
        side: 'sell',
        amount: '10.00',
        idempotency: randomUUID(),
      });
    expect((await quote('EUR')).body.code).toBe('account_restricted');
    const set = await call('PUT', path, { exitPayeeUid: eur.id, idempotency: randomUUID() });
    expect(set.body.data.exitPayeeUid).toBe(eur.id);
    expect((await quote('EUR')).body.code).not.toBe('account_restricted');
    expect((await quote('USD')).body.code).toBe('account_restricted');
  });

  it('takes only an own account as the one that the rest goes to', async () => {
    const other = await seedPayee(db, ann);
    await ask();
    const set = (exitPayeeUid: string) => call('PUT', path, { exitPayeeUid, idempotency: randomUUID() });
    expect((await set(other.id)).body.code).toBe('payee_not_approved');
    const stranger = await seedCustomer(db);
    const theirs = await seedPayee(db, stranger);
    await sql`update payee.payee set own_account = true where id = ${theirs.id}`.execute(db);
    expect((await set(theirs.id)).body.code).toBe('payee_not_approved');
  });

  it.each([
    ['1 second', 'closing'],
    ['0 seconds', 'closed'],
  ])('closes on its day when it is empty: %s left, %s', async (left, status) => {
    await ask();
    await setRequest(`deadline_at = now() + interval '${left}'`);
    await runClosures();
    expect(await statusOf(ann)).toBe(status);
  });

  it('stays open while a penny is left, and shows it', async () => {
    await ask();
    await seedCredit(db, account, '0.01');
    await setRequest('deadline_at = now()');
    await runClosures();
    expect(await statusOf(ann)).toBe('closing');
    expect((await show()).balances).toEqual([
      { bankholderid: account.bankholderId, balance: { amount: '0.01', currency: 'GBP' } },
    ]);
    await empty();
    await runClosures();
    expect(await statusOf(ann)).toBe('closed');
  });
});

describe('a closed account', () => {
  beforeEach(async () => {
    await ask();
    await setRequest('deadline_at = now()');
    await runClosures();
  });

  it('shows its statements for five years, and pays nothing', async () => {
    ({ call } = await signIn(base, ann));
    expect((await call('GET', `/v1/bankaccount/${account.bankholderId}/statement`)).status).toBe(200);
    expect((await call('GET', '/v1/payee')).body.code).toBe('access_denied');
    expect((await call('POST', '/v1/transfer', {})).body.code).toBe('access_denied');
    const { state, statementsUntil } = await show();
    expect(state).toBe('closed');
    expect(new Date(statementsUntil).getUTCFullYear()).toBe(new Date().getUTCFullYear() + 5);
    expect((await call('POST', `${path}/withdraw`, { idempotency: randomUUID() })).body.code).toBe(
      'invalid_transition',
    );
  });

  it('has no open bank account', async () => {
    const { rows } = await sql`select status from bank_account.account where customer_id = ${ann.customer.id}`.execute(
      db,
    );
    expect(rows).toEqual([{ status: 'closed' }]);
  });
});

describe('erasure', () => {
  const close = async () => {
    await ask();
    await setRequest('deadline_at = now()');
    await runClosures();
    await runClosures();
  };
  const person = async () =>
    (await sql<Record<string, unknown>>`select * from customer.user where id = ${ann.user.id}`.execute(db)).rows[0];

  it('of what no law keeps follows the closing at once', async () => {
    await sql`update customer.user set notify_news = true where id = ${ann.user.id}`.execute(db);
    const { call: other } = await signIn(base, ann);
    await other('POST', '/v1/logout', { idempotency: randomUUID() });
    const devices = async () =>
      (await sql`select from device.device where user_id = ${ann.user.id}`.execute(db)).rows.length;
    expect(await devices()).toBeGreaterThan(0);
    await close();
    expect((await requestOf())?.state).toBe('erased_partially');
    await vi.waitFor(async () => expect(await person()).toMatchObject({ notifyNews: false, name: ann.user.name }), {
      timeout: 15_000,
    });
    await vi.waitFor(async () => expect(await devices()).toBe(0), { timeout: 15_000 });
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select from session.session where user_id = ${ann.user.id} and ended_at is not null
        and (ip is not null or user_agent is not null)`.execute(db);
        expect(rows).toEqual([]);
      },
      { timeout: 15_000 },
    );
  });

  it.each([
    ['5 years - 1 second', 'erased_partially'],
    ['5 years', 'erased'],
  ])('of everything else comes after %s: %s', async (age, state) => {
    await close();
    await setRequest(
      `closed_at = now() - interval '${age.replace(' - 1 second', '')}' + interval '${age.includes('-') ? 1 : 0} seconds'`,
    );
    await runClosures();
    expect((await requestOf())?.state).toBe(state);
  });

  it('leaves neither name nor address, and nobody can sign in', async () => {
    await close();
    await setRequest("closed_at = now() - interval '5 years'");
    await runClosures();
    const erased = { name: 'Erased', email: `erased-${ann.user.id}@erased.invalid`, phone: null, dateOfBirth: null };
    await vi.waitFor(async () => expect(await person()).toMatchObject(erased), { timeout: 5000 });
    const customer = await asSystem(db, ({ tx }) => findCustomer(tx, ann.customer.id));
    expect(customer?.name).toBe('Erased');
    await expect(signIn(base, ann)).rejects.toThrow(TypeError);
  });

  it('spares a person who belongs to another customer', async () => {
    const firm = await seedCustomer(db, { business: true });
    await asSystem(db, (ctx) =>
      addMember(ctx, { userId: ann.user.id, customerId: firm.customer.id, role: 'viewer', access: ['statement'] }),
    );
    await close();
    await setRequest("closed_at = now() - interval '5 years'");
    await runClosures();
    await vi.waitFor(
      async () => {
        const customer = await asSystem(db, ({ tx }) => findCustomer(tx, ann.customer.id));
        expect(customer?.name).toBe('Erased');
      },
      { timeout: 15_000 },
    );
    expect(await person()).toMatchObject({ name: ann.user.name, email: ann.user.email });
  });
});
