import { randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedUser,
  type TestUser,
  toActor,
} from '../../../../../test/fixtures/base.ts';
import { balancesOf, seedSession } from '../../../../../test/fixtures/payment.ts';
import { seedWallet } from '../../../../../test/fixtures/wallet.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { endSession, startSession } from '../../identity/session/session.sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { CustomerActor, PublicActor, WorkflowContext } from '../../platform/requests/verb.ts';
import { receiveCredit } from '../incoming/receive-credit.ts';
import { applyBankStatus, matchCredit } from './apply-bank-status.ts';
import { handleCallback, handleSignedOutCallback } from './handle-callback.ts';
import { pollDelaySeconds } from './instant-payment-lifecycle.ts';
import { getPayment, listBanks, listPayments } from './open-banking.read.ts';
import { openBankingTimeouts } from './process-timeouts.ts';
import {
  type Aspsp,
  BankNoResponse,
  BankRejection,
  type OpenBankingClient,
  type PaymentStatusReport,
} from './rails/open-banking-client.ts';
import { startPayment } from './start-payment.ts';

const { db } = await createDatabase();
const log = pino({ level: 'silent' });

const bankOf = (id: string, over: Partial<Aspsp> = {}): Aspsp => ({
  id,
  name: `The ${id}`,
  group: id,
  logo: 'data:image/svg+xml,',
  country: 'GB',
  capabilities: { single: true, standingOrder: false },
  status: 'enabled',
  message: null,
  ...over,
});

function createBanks() {
  const says = {
    banks: async (): Promise<readonly Aspsp[]> => [
      bankOf('heron'),
      bankOf('beck'),
      bankOf('quarry', { status: 'disabled', message: 'It is being repaired.' }),
    ],
    consent: 'RJCT' as 'AWAU' | 'AUTH' | 'COND' | 'RJCT',
    ask: async () => {},
    redeem: async () => 'authority',
    pay: async (): Promise<string> => 'RCVD',
    payment: async (): Promise<string> => 'ACSC',
    waitsForSecond: false,
  };
  const asked: string[] = [];
  const answer = (uid: string, status: string): PaymentStatusReport => ({
    bankPaymentId: `P${uid}`.slice(0, 37),
    status,
    reason: status === 'RJCT' ? 'Too much.' : null,
    requiresSecondApproval: says.waitsForSecond,
  });
  const openBanking: OpenBankingClient = {
    banks: () => says.banks(),
    compose: ({ uid, reference }) => JSON.stringify({ uid, reference }),
    async createConsent({ uid }) {
      asked.push(`ask ${uid}`);
      await says.ask();
      return { consentId: `C${uid}`, redirectUrl: `https://bank.example/${uid}` };
    },
    verifyState: (state) => /^state of (.{36})$/.exec(state)?.[1],
    async redeemCode({ uid }) {
      asked.push(`redeem ${uid}`);
      return says.redeem();
    },
    async createPayment({ uid }) {
      asked.push(`pay ${uid}`);
      return answer(uid, await says.pay());
    },
    getConsent: async () => ({ status: says.consent, reason: says.consent === 'RJCT' ? 'You refused.' : null }),
    getPayment: async ({ bankPaymentId }) => answer(bankPaymentId.slice(1), await says.payment()),
  };
  return { openBanking, says, asked };
}

let who: TestUser;
let session: string;
let account: BankAccount;
let bank: ReturnType<typeof createBanks>;

beforeEach(async () => {
  who = await seedCustomer(db);
  session = await seedSession(db, who);
  account = await seedAccount(db, who, { balance: '1.00' });
  bank = createBanks();
});

function createContext(given: TestUser, sessionId: string): WorkflowContext<CustomerActor> {
  const actor = { ...toActor(given), sessionId };
  return {
    actor,
    requestId: randomUUID(),
    caller: {} as never,
    headers: { set: () => {} },
    transaction: (work) => inTransaction(db, (tx, now) => work({ tx, actor, now, requestId: 'test' })),
  };
}

type StartRequest = Input<typeof contract.instantPayment.start>;
const startRequest = (over: Partial<StartRequest> = {}) => ({
  aspspId: 'heron',
  amount: '25.00',
  currency: 'GBP' as const,
  destinationBankholderId: account.bankholderId,
  reference: 'Rainy days',
  device: 'web' as const,
  idempotency: randomUUID(),
  ...over,
});
const start = (wanted = startRequest(), given = who, sessionId = session) =>
  startPayment(bank.openBanking)(createContext(given, sessionId), wanted);
const callback = (uid: string, over: object = {}, given = who, sessionId = session) =>
  handleCallback(bank.openBanking)(createContext(given, sessionId), {
    state: `state of ${uid}`,
    code: 'a code',
    iss: 'https://bank.example',
    ...over,
  });
const viewAs = (id: string, given = who) => asCustomer(db, given).run(getPayment, { id });
const runTimeouts = () => openBankingTimeouts(bank.openBanking).run(db, log);
const reportStatus = (id: string, status: string) =>
  asSystem(db, (ctx) =>
    applyBankStatus(ctx, id, {
      bankPaymentId: `P${id}`.slice(0, 37),
      status,
      reason: null,
      requiresSecondApproval: false,
    }),
  );
const rowOf = async (id: string) =>
  db.selectFrom('instant_payment.payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const updateRow = (id: string, assignments: string) =>
  sql`update instant_payment.payment set ${sql.raw(assignments)} where id = ${id}`.execute(db);
const eventsOf = async (id: string) =>
  (
    await sql<{ state: string }>`select payload->>'state' as state from platform.event
      where topic = 'instant-payment.state_changed' and payload->>'paymentId' = ${id} order by id`.execute(db)
  ).rows.map(({ state }) => state);

async function receiveMoney(reference: string, minor: bigint, { heard = 1, into = account } = {}): Promise<void> {
  await asSystem(db, (ctx) =>
    receiveCredit(ctx, {
      eventId: randomUUID(),
      sequence: 1,
      at: ctx.now,
      kind: 'credit',
      railReference: randomUUID(),
      amount: money('GBP', minor),
      payerName: 'Mali Hart',
      payee: { kind: 'uk', sortCode: into.sortCode ?? '', accountNumber: into.accountNumber ?? '' },
      reference,
      bookedAt: ctx.now,
      document: '<credit/>',
    }),
  );
  const { rows } = await sql<{ id: bigint; payload: never }>`
    select id, payload from platform.event where topic = 'credit.received' order by id desc limit 1`.execute(db);
  for (const { id: eventId, payload } of rows)
    for (let times = 0; times < heard; times += 1) await asSystem(db, (ctx) => matchCredit(ctx, { eventId, payload }));
}

async function createSubmitted(status = 'RCVD'): Promise<string> {
  bank.says.pay = async () => status;
  const { uid } = await start();
  await callback(uid);
  return uid;
}

describe('a payment into a wallet', () => {
  it('arrives on the shared account, and its reference names the wallet', async () => {
    const owner = await seedCustomer(db, { kind: 'wallet' });
    const wallet = await seedWallet(db, owner);
    const ownSession = await seedSession(db, owner);
    const wish = startRequest({ destinationBankholderId: wallet.bankholderId, device: 'wallet' });
    const { uid, reference } = await start(wish, owner, ownSession);
    await callback(uid, {}, owner, ownSession);
    await receiveMoney(reference, 2500n, {
      into: { ...account, sortCode: '040621', accountNumber: '41903362' },
    });
    expect((await viewAs(uid, owner)).state).toBe('credited');
    expect((await balancesOf(db, wallet))[0]).toBe('25.00');
  });
});

describe('state transitions', () => {
  it('are enforced by the database', async () => {
    const { uid } = await start();
    await expect(updateRow(uid, `state = 'accepted', redirect_url = null`)).rejects.toThrow('never goes from');
    await expect(updateRow(uid, `state = 'credited', redirect_url = null`)).rejects.toThrow('never goes from');
    const accepted = await createSubmitted('ACSC');
    await expect(updateRow(accepted, `state = 'credited', next_poll_at = null`)).rejects.toThrow('check constraint');
  });
});

describe('banks', () => {
  it('are sorted by recent use, then by name; an unavailable bank is listed with its reason', async () => {
    const list = async () => (await listBanks(bank.openBanking)(createContext(who, session), {})).list;
    expect((await list()).map(({ id }) => id)).toEqual(['beck', 'heron', 'quarry']);
    await start();
    const [first, ...others] = await list();
    expect(first).toMatchObject({ id: 'heron', lastUsedAt: expect.any(String) });
    expect(others.map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null]);
    expect(others.at(-1)).toMatchObject({ status: 'disabled', message: 'It is being repaired.' });
  });

  it('are unavailable while the directory does not respond', async () => {
    bank.says.banks = () => Promise.reject(new BankNoResponse('no answer'));
    await expectRefusal(db, 'bank_not_responding', () => listBanks(bank.openBanking)(createContext(who, session), {}));
  });
});

describe('start payment', () => {
  it('waits fifteen minutes for the customer at the bank and moves no money', async () => {
    const payment = await start();
    expect(payment).toMatchObject({
      state: 'awaiting_authorisation',
      redirectUrl: `https://bank.example/${payment.uid}`,
      amount: { amount: '25.00', currency: 'GBP' },
      note: 'Rainy days',
      bank: { id: 'heron', name: 'The heron' },
    });
    expect(Date.parse(payment.expiresAt) - Date.parse(payment.createdAt)).toBe(15 * 60_000);
    expect(payment.timeline.map(({ state }) => state)).toEqual(['created', 'awaiting_authorisation']);
  });

  it('is idempotent by key and never creates a second consent', async () => {
    const wanted = startRequest();
    const [first, again] = [await start(wanted), await start(wanted)];
    expect(again).toEqual(first);
    expect(bank.asked).toEqual([`ask ${first.uid}`]);
    await expectRefusal(db, 'idempotency_mismatch', () => start({ ...wanted, amount: '26.00' }));
  });

  it('continues the same payment after the bank did not respond', async () => {
    const wanted = startRequest();
    bank.says.ask = () => Promise.reject(new BankNoResponse('no answer'));
    await expect(start(wanted)).rejects.toMatchObject({ code: 'bank_not_responding' });
    expect((await asCustomer(db, who).run(listPayments, {})).list).toEqual([]);
    bank.says.ask = async () => {};
    const { uid } = await start(wanted);
    expect(bank.asked).toEqual([`ask ${uid}`, `ask ${uid}`]);
  });

  it('ends when the bank rejects it, without a notification', async () => {
    bank.says.ask = () => Promise.reject(new BankRejection('no'));
    await expect(start()).rejects.toMatchObject({ code: 'bank_refused' });
    const row = await db
      .selectFrom('instant_payment.payment')
      .selectAll()
      .where('customerId', '=', who.customer.id)
      .executeTakeFirstOrThrow();
    expect(row.state).toBe('rejected');
    expect(await eventsOf(row.id)).toEqual([]);
  });

  it.each(['1.00', '25000.00'])('starts with the least and the most that it allows: %s', async (amount) => {
    expect((await start(startRequest({ amount }))).amount).toEqual({ amount, currency: 'GBP' });
  });

  it('refuses invalid requests', async () => {
    const other = await seedCustomer(db);
    const foreign = await seedAccount(db, other);
    const euros = await seedAccount(db, who, { currency: 'EUR' });
    const closed = await seedAccount(db, who, { status: 'frozen' });
    const refuses = (code: Parameters<typeof expectRefusal>[1], over: Partial<StartRequest>) =>
      expectRefusal(db, code, () => start(startRequest(over)));
    await refuses('not_found', { destinationBankholderId: foreign.bankholderId });
    await refuses('not_found', { destinationBankholderId: '999999' });
    await refuses('account_not_usable', { destinationBankholderId: euros.bankholderId });
    await refuses('account_not_usable', { destinationBankholderId: closed.bankholderId });
    await refuses('amount_invalid', { amount: '0.00' });
    await refuses('amount_invalid', { amount: '1.001' });
    await refuses('limit_exceeded', { amount: '0.99' });
    await refuses('limit_exceeded', { amount: '25000.01' });
    await refuses('bank_unavailable', { aspspId: 'quarry' });
    await refuses('validation_failed', { aspspId: 'nobody' });
    await sql`update payment.service_availability set is_on = false where key = 'pis'`.execute(db);
    await refuses('service_off', {});
    await sql`update payment.service_availability set is_on = true where key = 'pis'`.execute(db);
    expect(bank.asked).toEqual([]);
  });
});

describe('redirect callback', () => {
  it('pays once with the code; repeated and late callbacks change nothing', async () => {
    const { uid } = await start();
    expect(await callback(uid)).toMatchObject({ state: 'submitted', redirectUrl: null });
    const before = await rowOf(uid);
    expect(await callback(uid)).toMatchObject({ state: 'submitted' });
    expect(await callback(uid, { code: undefined, error: 'access_denied' })).toMatchObject({ state: 'submitted' });
    expect(await rowOf(uid)).toEqual(before);
    expect(bank.asked.filter((what) => !what.startsWith('ask'))).toEqual([`redeem ${uid}`, `pay ${uid}`]);
    expect((await viewAs(uid)).timeline.map(({ state }) => state)).toEqual([
      'created',
      'awaiting_authorisation',
      'authorised',
      'submitted',
    ]);
  });

  it('pays once for a hundred concurrent callbacks', async () => {
    const { uid } = await start();
    await Promise.all(Array.from({ length: 100 }, () => callback(uid)));
    expect(bank.asked.filter((what) => what.startsWith('pay'))).toEqual([`pay ${uid}`]);
  });

  it('refuses a state that we did not issue', async () => {
    await expectRefusal(db, 'not_found', () => callback('', { state: 'made up' }));
    await expectRefusal(db, 'not_found', () => callback(randomUUID()));
  });

  it('refuses another customer, a colleague and another session of the same person', async () => {
    const { uid } = await start();
    const other = await seedCustomer(db);
    await expectRefusal(db, 'not_found', () => callback(uid, {}, other, session));
    const colleague = { customer: who.customer, user: await seedUser(db, who.customer) };
    await expectRefusal(db, 'not_found', () => callback(uid, {}, colleague, session));
    const elsewhere = await seedSession(db, who);
    await expectRefusal(db, 'not_found', () => callback(uid, {}, who, elsewhere));
    expect((await viewAs(uid, colleague)).redirectUrl).toBeNull();
    expect((await viewAs(uid)).state).toBe('awaiting_authorisation');
  });

  it('accepts the same person in a new session when the old one expired at the bank', async () => {
    const { uid } = await start();
    await sql`update session.session set last_seen_at = now() - interval '6 minutes' where id = ${session}`.execute(db);
    expect(await callback(uid, {}, who, await seedSession(db, who))).toMatchObject({ state: 'submitted' });
  });

  describe('without a session that expired at the bank', () => {
    const runOut = (id: string) =>
      sql`update session.session set last_seen_at = now() - interval '6 minutes' where id = ${id}`.execute(db);

    async function begun() {
      const person = {
        userId: who.user.id,
        customerId: who.customer.id,
        deviceId: null,
        browser: true,
        ip: '127.0.0.1',
        userAgent: 'test',
      };
      const { id, cookie } = await asSystem(db, ({ tx }) => startSession(tx, person));
      const { uid } = await start(startRequest(), who, id);
      await runOut(id);
      return { uid, id, cookie };
    }
    const signedOut = (uid: string, cookie: string | undefined, over: object = {}, sameOrigin = true) => {
      const actor = { kind: 'public', ip: '127.0.0.1' } as const;
      const steps: WorkflowContext<PublicActor> = {
        actor,
        requestId: 'test',
        caller: { cookie, isSameOrigin: sameOrigin } as never,
        headers: { set: () => {} },
        transaction: (work) => inTransaction(db, (tx, now) => work({ tx, actor, now, requestId: 'test' })),
      };
      return handleSignedOutCallback(bank.openBanking)(steps, { state: `state of ${uid}`, code: 'a code', ...over });
    };

    it('is accepted once from the same browser and returns only the state of the payment', async () => {
      const { uid, cookie } = await begun();
      expect(await signedOut(uid, cookie)).toEqual({ state: 'submitted', bank: 'The heron', reason: null });
      expect(await signedOut(uid, cookie)).toMatchObject({ state: 'submitted' });
      expect(bank.asked.filter((asked) => asked.startsWith('pay'))).toHaveLength(1);
      expect(await viewAs(uid)).toMatchObject({ state: 'submitted' });
    });

    it('refuses a bare address, another cookie and a cross-site request', async () => {
      const { uid, cookie } = await begun();
      const other = await begun();
      await expectRefusal(db, 'not_found', () => signedOut(uid, undefined));
      await expectRefusal(db, 'not_found', () => signedOut(uid, other.cookie));
      await expectRefusal(db, 'not_found', () => signedOut(uid, cookie, {}, false));
      await expectRefusal(db, 'not_found', () => signedOut(uid, cookie, { state: 'made up' }));
      expect(bank.asked.filter((asked) => asked.startsWith('redeem'))).toEqual([]);
    });

    it('refuses a session that was ended, and a session without a cookie', async () => {
      const { uid, id, cookie } = await begun();
      await asSystem(db, ({ tx }) => endSession(tx, id, 'password'));
      await expectRefusal(db, 'not_found', () => signedOut(uid, cookie));
      const { uid: ofProgram } = await start();
      await expectRefusal(db, 'not_found', () => signedOut(ofProgram, cookie));
    });

    it('verifies a refusal with the bank', async () => {
      const { uid, cookie } = await begun();
      expect(await signedOut(uid, cookie, { code: undefined, error: 'access_denied' })).toMatchObject({
        state: 'cancelled',
      });
    });
  });

  it('expires after fifteen minutes without redeeming the code', async () => {
    const { uid } = await start();
    await updateRow(uid, `expires_at = now() - interval '1 second'`);
    expect(await callback(uid)).toMatchObject({ state: 'expired', redirectUrl: null });
    expect(await callback(uid)).toMatchObject({ state: 'expired' });
    expect(bank.asked).toEqual([`ask ${uid}`]);
  });

  it('accepts a refusal only when the bank confirms it', async () => {
    const { uid } = await start();
    const refused = { code: undefined, error: 'access_denied' };
    bank.says.consent = 'AWAU';
    expect(await callback(uid, refused)).toMatchObject({ state: 'awaiting_authorisation' });
    bank.says.consent = 'AUTH';
    expect(await callback(uid, refused)).toMatchObject({ state: 'awaiting_authorisation' });
    bank.says.consent = 'RJCT';
    expect(await callback(uid, refused)).toMatchObject({ state: 'cancelled', reason: 'You refused.' });
    expect(await callback(uid)).toMatchObject({ state: 'cancelled' });
    expect(bank.asked).toEqual([`ask ${uid}`]);
  });

  it('ends without a payment when the code is invalid or the bank does not respond before payment', async () => {
    const first = await start();
    bank.says.redeem = () => Promise.reject(new BankRejection('invalid_grant'));
    expect(await callback(first.uid, { code: 'forged' })).toMatchObject({ state: 'rejected' });
    const second = await start();
    bank.says.redeem = () => Promise.reject(new BankNoResponse('no answer'));
    expect(await callback(second.uid)).toMatchObject({ state: 'expired' });
    expect(bank.asked.filter((what) => what.startsWith('pay'))).toEqual([]);
    expect(await eventsOf(first.uid)).toEqual(['rejected']);
  });

  it('keeps the outcome unknown when the response to the payment is lost', async () => {
    bank.says.pay = () => Promise.reject(new BankNoResponse('no answer'));
    const { uid } = await start();
    expect(await callback(uid)).toMatchObject({ state: 'unknown' });
    expect((await rowOf(uid)).nextPollAt).not.toBeNull();
    await receiveMoney((await rowOf(uid)).reference, 2500n);
    expect((await viewAs(uid)).state).toBe('credited');
  });

  it('reports that a second person has to approve', async () => {
    bank.says.waitsForSecond = true;
    const { uid } = await start();
    expect(await callback(uid)).toMatchObject({
      state: 'submitted',
      reason: 'Nothing has been paid yet. Someone else needs to approve this payment at the bank.',
    });
  });
});

describe('bank status', () => {
  it.each([
    [['RCVD', 'PATC', 'ACTC', 'ACCP', 'ACFC', 'PDNG'], 'submitted'],
    [['ACSP', 'ACSC', 'ACWP', 'ACWC', 'ACCC'], 'accepted'],
    [['RJCT', 'BLCK'], 'rejected'],
    [['CANC'], 'cancelled'],
  ])('%j is %s, and never credited', async (codes, state) => {
    for (const code of codes) expect((await viewAs(await createSubmitted(code))).state).toBe(state);
  });

  it('never moves backwards; an unknown code changes nothing', async () => {
    const uid = await createSubmitted('RCVD');
    await reportStatus(uid, 'ACSC');
    await reportStatus(uid, 'RCVD');
    await reportStatus(uid, 'WHAT');
    expect((await viewAs(uid)).state).toBe('accepted');
    await reportStatus(uid, 'RJCT');
    await reportStatus(uid, 'ACSC');
    expect((await viewAs(uid)).state).toBe('rejected');
    expect(await eventsOf(uid)).toEqual(['rejected']);
  });
});

describe('received money', () => {
  it('alone makes a payment credited, once, however often it is reported', async () => {
    const uid = await createSubmitted('ACSC');
    const { reference } = await rowOf(uid);
    await receiveMoney(reference, 2500n, { heard: 3 });
    expect(await viewAs(uid)).toMatchObject({ state: 'credited', waiting: null, reason: null });
    const { incomingId: paidBy } = await rowOf(uid);
    await receiveMoney(reference, 2500n);
    expect((await rowOf(uid)).incomingId).toBe(paidBy);
    expect(await eventsOf(uid)).toEqual(['credited']);
    await reportStatus(uid, 'RJCT');
    expect((await viewAs(uid)).state).toBe('credited');
  });

  it('counts even after a rejection or expiry', async () => {
    const uid = await createSubmitted('RJCT');
    await receiveMoney((await rowOf(uid)).reference, 2500n);
    expect((await viewAs(uid)).state).toBe('credited');
    const { rows } = await sql<{ action: string }>`select action from platform.audit
      where entity = ${`instant-payment:${uid}`} and action = 'instant-payment.credit_mismatched'`.execute(db);
    expect(rows).toHaveLength(1);
  });

  it('of another amount or account does not complete the payment but is credited to the customer', async () => {
    const uid = await createSubmitted('ACSC');
    const { reference } = await rowOf(uid);
    const second = await seedAccount(db, who);
    await receiveMoney(reference, 2499n);
    await receiveMoney(reference, 2500n, { into: second });
    expect((await viewAs(uid)).state).toBe('accepted');
    const other = await seedCustomer(db);
    await receiveMoney(reference, 2500n, { into: await seedAccount(db, other) });
    expect((await viewAs(uid)).state).toBe('accepted');
    await receiveMoney('WHATEVER', 2500n);
    expect((await viewAs(uid)).state).toBe('accepted');
  });
});

describe('timeouts', () => {
  it('expire a payment that was not finished at the bank, with a notification', async () => {
    const [one, other] = [await start(), await start()];
    await updateRow(one.uid, `expires_at = now() - interval '1 second'`);
    await runTimeouts();
    expect((await viewAs(one.uid)).state).toBe('expired');
    expect((await viewAs(other.uid)).state).toBe('awaiting_authorisation');
    expect(await eventsOf(one.uid)).toEqual(['expired']);
  });

  it('poll the bank with increasing intervals', async () => {
    const uid = await createSubmitted('RCVD');
    bank.says.payment = async () => 'ACSP';
    await runTimeouts();
    expect((await viewAs(uid)).state).toBe('submitted');
    await updateRow(uid, 'next_poll_at = now()');
    await runTimeouts();
    expect((await viewAs(uid)).state).toBe('accepted');
    expect((await rowOf(uid)).pollCount).toBe(1);
    expect([0, 1, 2, 10, 15, 30].map(pollDelaySeconds)).toEqual([4, 8, 16, 4096, 21_600, 21_600]);
  });

  it('make a long silence unknown until the bank responds', async () => {
    const uid = await createSubmitted('RCVD');
    bank.says.payment = () => Promise.reject(new BankNoResponse('no answer'));
    await updateRow(uid, 'next_poll_at = now()');
    await runTimeouts();
    expect((await viewAs(uid)).state).toBe('submitted');
    await updateRow(uid, `next_poll_at = now(), last_response_at = now() - interval '11 minutes'`);
    await runTimeouts();
    expect(await viewAs(uid)).toMatchObject({
      state: 'unknown',
      waiting: { owner: 'bank', nextUpdateAt: expect.any(String), deadlineAt: expect.any(String) },
    });
    bank.says.payment = async () => 'RJCT';
    await updateRow(uid, 'next_poll_at = now()');
    await runTimeouts();
    expect((await viewAs(uid)).state).toBe('rejected');
  });

  it('expire a payment whose response was lost once nobody can execute it', async () => {
    bank.says.pay = () => Promise.reject(new BankNoResponse('no answer'));
    const { uid } = await start();
    await callback(uid);
    bank.says.consent = 'AUTH';
    await updateRow(uid, 'next_poll_at = now()');
    await runTimeouts();
    expect((await viewAs(uid)).state).toBe('unknown');
    await updateRow(uid, `next_poll_at = now(), returned_at = now() - interval '16 minutes'`);
    await runTimeouts();
    expect(await viewAs(uid)).toMatchObject({
      state: 'expired',
      reason: 'Nothing was paid. We lost the connection to the bank before it made the payment.',
    });
  });

  it('stop polling after six days and tell the customer what to do', async () => {
    const uid = await createSubmitted('ACSC');
    await updateRow(uid, `next_poll_at = now(), returned_at = now() - interval '6 days 1 hour'`);
    await runTimeouts();
    expect(await viewAs(uid)).toMatchObject({
      state: 'unknown',
      waiting: null,
      reason: 'The money has not arrived after 6 days. Ask your bank what happened to it.',
    });
    expect(await eventsOf(uid)).toEqual(['unknown']);
    await receiveMoney((await rowOf(uid)).reference, 2500n);
    expect((await viewAs(uid)).state).toBe('credited');
  });
});

describe('views', () => {
  it('list a customer’s own payments only, newest first', async () => {
    const [first, second] = [await start(), await start()];
    const { list } = await asCustomer(db, who).run(listPayments, {});
    expect(list.map(({ uid }) => uid)).toEqual([second.uid, first.uid]);
    const other = await seedCustomer(db);
    await expectRefusal(db, 'not_found', () => viewAs(first.uid, other));
    await expectRefusal(db, 'not_found', () => viewAs(randomUUID()));
    expect((await asCustomer(db, other).run(listPayments, {})).list).toEqual([]);
  });
});
