import { randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  actorOf,
  asCustomer,
  asSystem,
  expectRefusal,
  type Given,
  givenAccount,
  givenCustomer,
  givenDatabase,
  givenPerson,
} from '../../../../test/given.ts';
import { givenSession } from '../../../../test/given-payment.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { CustomerActor, PublicActor, Steps } from '../kernel/verb.ts';
import { receiveCredit } from '../payment/receive-credit.ts';
import { endSession, startSession } from '../session/session.sql.ts';
import { creditPayment } from './credit-payment.ts';
import { hearBank } from './hear-bank.ts';
import { mayBecome, nextStates } from './instant-payment.ts';
import { listBanks } from './list-banks.ts';
import { listPayments } from './list-payments.ts';
import { pauseSeconds } from './pause.ts';
import { type Aspsp, BankRefusal, BankSilence, type OpenBanking, type PaymentAnswer } from './rails/open-banking.ts';
import { showPayment } from './show-payment.ts';
import { startPayment } from './start-payment.ts';
import { takeCallback, takeCallbackSignedOut } from './take-callback.ts';
import { tendPayments } from './tend-payments.ts';

const { db } = await givenDatabase();
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

function givenBanks() {
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
  const answer = (uid: string, status: string): PaymentAnswer => ({
    bankPaymentId: `P${uid}`.slice(0, 37),
    status,
    reason: status === 'RJCT' ? 'Too much.' : null,
    waitsForSecond: says.waitsForSecond,
  });
  const openBanking: OpenBanking = {
    banks: () => says.banks(),
    compose: ({ uid, reference }) => JSON.stringify({ uid, reference }),
    async askConsent({ uid }) {
      asked.push(`ask ${uid}`);
      await says.ask();
      return { consentId: `C${uid}`, redirectUrl: `https://bank.example/${uid}` };
    },
    uidOf: (state) => /^state of (.{36})$/.exec(state)?.[1],
    async redeem({ uid }) {
      asked.push(`redeem ${uid}`);
      return says.redeem();
    },
    async pay({ uid }) {
      asked.push(`pay ${uid}`);
      return answer(uid, await says.pay());
    },
    consent: async () => ({ status: says.consent, reason: says.consent === 'RJCT' ? 'You refused.' : null }),
    payment: async ({ bankPaymentId }) => answer(bankPaymentId.slice(1), await says.payment()),
  };
  return { openBanking, says, asked };
}

let who: Given;
let session: string;
let account: BankAccount;
let bank: ReturnType<typeof givenBanks>;

beforeEach(async () => {
  who = await givenCustomer(db);
  session = await givenSession(db, who);
  account = await givenAccount(db, who, { balance: '1.00' });
  bank = givenBanks();
});

function stepsOf(given: Given, sessionId: string): Steps<CustomerActor> {
  const actor = { ...actorOf(given), sessionId };
  return {
    actor,
    requestId: randomUUID(),
    caller: {} as never,
    headers: { set: () => {} },
    transaction: (work) => inTransaction(db, (tx, now) => work({ tx, actor, now, requestId: 'test' })),
  };
}

type Wanted = Input<typeof contract.instantPayment.start>;
const wish = (over: Partial<Wanted> = {}) => ({
  aspspId: 'heron',
  amount: '25.00',
  currency: 'GBP' as const,
  destinationBankholderId: account.bankholderId,
  reference: 'Rainy days',
  device: 'web' as const,
  idempotency: randomUUID(),
  ...over,
});
const start = (wanted = wish(), given = who, sessionId = session) =>
  startPayment(bank.openBanking)(stepsOf(given, sessionId), wanted);
const back = (uid: string, over: object = {}, given = who, sessionId = session) =>
  takeCallback(bank.openBanking)(stepsOf(given, sessionId), {
    state: `state of ${uid}`,
    code: 'a code',
    iss: 'https://bank.example',
    ...over,
  });
const show = (id: string, given = who) => asCustomer(db, given).run(showPayment, { id });
const tend = () => tendPayments(db, bank.openBanking, log);
const hear = (id: string, status: string) =>
  asSystem(db, (ctx) =>
    hearBank(ctx, id, { bankPaymentId: `P${id}`.slice(0, 37), status, reason: null, waitsForSecond: false }),
  );
const rowOf = async (id: string) =>
  db.selectFrom('instant_payment.payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const set = (id: string, assignments: string) =>
  sql`update instant_payment.payment set ${sql.raw(assignments)} where id = ${id}`.execute(db);
const eventsOf = async (id: string) =>
  (
    await sql<{ state: string }>`select payload->>'state' as state from kernel.event
      where topic = 'instant-payment.moved' and payload->>'paymentId' = ${id} order by id`.execute(db)
  ).rows.map(({ state }) => state);

async function arrive(reference: string, minor: bigint, { heard = 1, into = account } = {}): Promise<void> {
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
    select id, payload from kernel.event where topic = 'credit.received' order by id desc limit 1`.execute(db);
  for (const { id: eventId, payload } of rows)
    for (let times = 0; times < heard; times += 1)
      await asSystem(db, (ctx) => creditPayment(ctx, { eventId, payload }));
}

async function underWay(status = 'RCVD'): Promise<string> {
  bank.says.pay = async () => status;
  const { uid } = await start();
  await back(uid);
  return uid;
}

describe('state transitions', () => {
  it('are the same in code and database', async () => {
    const { rows } = await sql<{ from_state: string; to_state: string }>`
      select from_state, to_state from instant_payment.arrow`.execute(db);
    const inDatabase = rows.map(({ from_state, to_state }) => `${from_state} → ${to_state}`).sort();
    const inCode = Object.entries(nextStates).flatMap(([from, to]) => to.map((each) => `${from} → ${each}`));
    expect(inDatabase).toEqual(inCode.sort());
    expect(mayBecome('credited', 'rejected')).toBe(false);
  });

  it('are enforced by the database', async () => {
    const { uid } = await start();
    await expect(set(uid, `state = 'accepted', redirect_url = null`)).rejects.toThrow('never goes from');
    await expect(set(uid, `state = 'credited', redirect_url = null`)).rejects.toThrow('never goes from');
    const accepted = await underWay('ACSC');
    await expect(set(accepted, `state = 'credited', next_ask_at = null`)).rejects.toThrow('check constraint');
  });
});

describe('banks', () => {
  it('are sorted by recent use, then by name; an unavailable bank is listed with its reason', async () => {
    const list = async () => (await listBanks(bank.openBanking)(stepsOf(who, session), {})).list;
    expect((await list()).map(({ id }) => id)).toEqual(['beck', 'heron', 'quarry']);
    await start();
    const [first, ...others] = await list();
    expect(first).toMatchObject({ id: 'heron', lastUsedAt: expect.any(String) });
    expect(others.map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null]);
    expect(others.at(-1)).toMatchObject({ status: 'disabled', message: 'It is being repaired.' });
  });

  it('are unavailable while the directory does not respond', async () => {
    bank.says.banks = () => Promise.reject(new BankSilence('no answer'));
    await expectRefusal(db, 'bank_silent', () => listBanks(bank.openBanking)(stepsOf(who, session), {}));
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
    const wanted = wish();
    const [first, again] = [await start(wanted), await start(wanted)];
    expect(again).toEqual(first);
    expect(bank.asked).toEqual([`ask ${first.uid}`]);
    await expectRefusal(db, 'idempotency_mismatch', () => start({ ...wanted, amount: '26.00' }));
  });

  it('continues the same payment after the bank did not respond', async () => {
    const wanted = wish();
    bank.says.ask = () => Promise.reject(new BankSilence('no answer'));
    await expect(start(wanted)).rejects.toMatchObject({ code: 'bank_silent' });
    expect((await asCustomer(db, who).run(listPayments, {})).list).toEqual([]);
    bank.says.ask = async () => {};
    const { uid } = await start(wanted);
    expect(bank.asked).toEqual([`ask ${uid}`, `ask ${uid}`]);
  });

  it('ends when the bank rejects it, without a notification', async () => {
    bank.says.ask = () => Promise.reject(new BankRefusal('no'));
    await expect(start()).rejects.toMatchObject({ code: 'bank_refused' });
    const row = await db
      .selectFrom('instant_payment.payment')
      .selectAll()
      .where('customer_id', '=', who.customer.id)
      .executeTakeFirstOrThrow();
    expect(row.state).toBe('rejected');
    expect(await eventsOf(row.id)).toEqual([]);
  });

  it('refuses invalid requests', async () => {
    const other = await givenCustomer(db);
    const foreign = await givenAccount(db, other);
    const euros = await givenAccount(db, who, { currency: 'EUR' });
    const closed = await givenAccount(db, who, { status: 'frozen' });
    const refuses = (code: Parameters<typeof expectRefusal>[1], over: Partial<Wanted>) =>
      expectRefusal(db, code, () => start(wish(over)));
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
    await sql`update payment.service set is_on = false where key = 'pis'`.execute(db);
    await refuses('service_off', {});
    await sql`update payment.service set is_on = true where key = 'pis'`.execute(db);
    expect(bank.asked).toEqual([]);
  });
});

describe('redirect callback', () => {
  it('pays once with the code; repeated and late callbacks change nothing', async () => {
    const { uid } = await start();
    expect(await back(uid)).toMatchObject({ state: 'submitted', redirectUrl: null });
    const before = await rowOf(uid);
    expect(await back(uid)).toMatchObject({ state: 'submitted' });
    expect(await back(uid, { code: undefined, error: 'access_denied' })).toMatchObject({ state: 'submitted' });
    expect(await rowOf(uid)).toEqual(before);
    expect(bank.asked.filter((what) => !what.startsWith('ask'))).toEqual([`redeem ${uid}`, `pay ${uid}`]);
    expect((await show(uid)).timeline.map(({ state }) => state)).toEqual([
      'created',
      'awaiting_authorisation',
      'authorised',
      'submitted',
    ]);
  });

  it('pays once for a hundred concurrent callbacks', async () => {
    const { uid } = await start();
    await Promise.all(Array.from({ length: 100 }, () => back(uid)));
    expect(bank.asked.filter((what) => what.startsWith('pay'))).toEqual([`pay ${uid}`]);
  });

  it('refuses a state that we did not issue', async () => {
    await expectRefusal(db, 'not_found', () => back('', { state: 'made up' }));
    await expectRefusal(db, 'not_found', () => back(randomUUID()));
  });

  it('refuses another customer, a colleague and another session of the same person', async () => {
    const { uid } = await start();
    const other = await givenCustomer(db);
    await expectRefusal(db, 'not_found', () => back(uid, {}, other, session));
    const colleague = { customer: who.customer, person: await givenPerson(db, who.customer) };
    await expectRefusal(db, 'not_found', () => back(uid, {}, colleague, session));
    const elsewhere = await givenSession(db, who);
    await expectRefusal(db, 'not_found', () => back(uid, {}, who, elsewhere));
    expect((await show(uid, colleague)).redirectUrl).toBeNull();
    expect((await show(uid)).state).toBe('awaiting_authorisation');
  });

  it('accepts the same person in a new session when the old one expired at the bank', async () => {
    const { uid } = await start();
    await sql`update session.session set last_seen_at = now() - interval '6 minutes' where id = ${session}`.execute(db);
    expect(await back(uid, {}, who, await givenSession(db, who))).toMatchObject({ state: 'submitted' });
  });

  describe('without a session that expired at the bank', () => {
    const runOut = (id: string) =>
      sql`update session.session set last_seen_at = now() - interval '6 minutes' where id = ${id}`.execute(db);

    async function begun() {
      const person = { personId: who.person.id, browser: true, ip: '127.0.0.1', userAgent: 'test' };
      const { id, cookie } = await asSystem(db, ({ tx }) => startSession(tx, person));
      const { uid } = await start(wish(), who, id);
      await runOut(id);
      return { uid, id, cookie };
    }
    const signedOut = (uid: string, cookie: string | undefined, over: object = {}, sameOrigin = true) => {
      const actor = { kind: 'public', ip: '127.0.0.1' } as const;
      const steps: Steps<PublicActor> = {
        actor,
        requestId: 'test',
        caller: { cookie, sameOrigin } as never,
        headers: { set: () => {} },
        transaction: (work) => inTransaction(db, (tx, now) => work({ tx, actor, now, requestId: 'test' })),
      };
      return takeCallbackSignedOut(bank.openBanking)(steps, { state: `state of ${uid}`, code: 'a code', ...over });
    };

    it('is accepted once from the same browser and returns only the state of the payment', async () => {
      const { uid, cookie } = await begun();
      expect(await signedOut(uid, cookie)).toEqual({ state: 'submitted', bank: 'The heron', reason: null });
      expect(await signedOut(uid, cookie)).toMatchObject({ state: 'submitted' });
      expect(bank.asked.filter((asked) => asked.startsWith('pay'))).toHaveLength(1);
      expect(await show(uid)).toMatchObject({ state: 'submitted' });
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
    await set(uid, `expires_at = now() - interval '1 second'`);
    expect(await back(uid)).toMatchObject({ state: 'expired', redirectUrl: null });
    expect(await back(uid)).toMatchObject({ state: 'expired' });
    expect(bank.asked).toEqual([`ask ${uid}`]);
  });

  it('accepts a refusal only when the bank confirms it', async () => {
    const { uid } = await start();
    const refused = { code: undefined, error: 'access_denied' };
    bank.says.consent = 'AWAU';
    expect(await back(uid, refused)).toMatchObject({ state: 'awaiting_authorisation' });
    bank.says.consent = 'AUTH';
    expect(await back(uid, refused)).toMatchObject({ state: 'awaiting_authorisation' });
    bank.says.consent = 'RJCT';
    expect(await back(uid, refused)).toMatchObject({ state: 'cancelled', reason: 'You refused.' });
    expect(await back(uid)).toMatchObject({ state: 'cancelled' });
    expect(bank.asked).toEqual([`ask ${uid}`]);
  });

  it('ends without a payment when the code is invalid or the bank does not respond before payment', async () => {
    const first = await start();
    bank.says.redeem = () => Promise.reject(new BankRefusal('invalid_grant'));
    expect(await back(first.uid, { code: 'forged' })).toMatchObject({ state: 'rejected' });
    const second = await start();
    bank.says.redeem = () => Promise.reject(new BankSilence('no answer'));
    expect(await back(second.uid)).toMatchObject({ state: 'expired' });
    expect(bank.asked.filter((what) => what.startsWith('pay'))).toEqual([]);
    expect(await eventsOf(first.uid)).toEqual(['rejected']);
  });

  it('keeps the outcome unknown when the response to the payment is lost', async () => {
    bank.says.pay = () => Promise.reject(new BankSilence('no answer'));
    const { uid } = await start();
    expect(await back(uid)).toMatchObject({ state: 'unknown' });
    expect((await rowOf(uid)).next_ask_at).not.toBeNull();
    await arrive((await rowOf(uid)).reference, 2500n);
    expect((await show(uid)).state).toBe('credited');
  });

  it('reports that a second person has to approve', async () => {
    bank.says.waitsForSecond = true;
    const { uid } = await start();
    expect(await back(uid)).toMatchObject({ state: 'submitted', reason: expect.stringContaining('second person') });
  });
});

describe('bank status', () => {
  it.each([
    [['RCVD', 'PATC', 'ACTC', 'ACCP', 'ACFC', 'PDNG'], 'submitted'],
    [['ACSP', 'ACSC', 'ACWP', 'ACWC', 'ACCC'], 'accepted'],
    [['RJCT', 'BLCK'], 'rejected'],
    [['CANC'], 'cancelled'],
  ])('%j is %s, and never credited', async (codes, state) => {
    for (const code of codes) expect((await show(await underWay(code))).state).toBe(state);
  });

  it('never moves backwards; an unknown code changes nothing', async () => {
    const uid = await underWay('RCVD');
    await hear(uid, 'ACSC');
    await hear(uid, 'RCVD');
    await hear(uid, 'WHAT');
    expect((await show(uid)).state).toBe('accepted');
    await hear(uid, 'RJCT');
    await hear(uid, 'ACSC');
    expect((await show(uid)).state).toBe('rejected');
    expect(await eventsOf(uid)).toEqual(['rejected']);
  });
});

describe('received money', () => {
  it('alone makes a payment credited, once, however often it is reported', async () => {
    const uid = await underWay('ACSC');
    const { reference } = await rowOf(uid);
    await arrive(reference, 2500n, { heard: 3 });
    expect(await show(uid)).toMatchObject({ state: 'credited', waiting: null, reason: null });
    const { incoming_id: paidBy } = await rowOf(uid);
    await arrive(reference, 2500n);
    expect((await rowOf(uid)).incoming_id).toBe(paidBy);
    expect(await eventsOf(uid)).toEqual(['credited']);
    await hear(uid, 'RJCT');
    expect((await show(uid)).state).toBe('credited');
  });

  it('counts even after a rejection or expiry', async () => {
    const uid = await underWay('RJCT');
    await arrive((await rowOf(uid)).reference, 2500n);
    expect((await show(uid)).state).toBe('credited');
    const { rows } = await sql<{ action: string }>`select action from kernel.audit
      where entity = ${`instant-payment:${uid}`} and action = 'instant-payment.contradicted'`.execute(db);
    expect(rows).toHaveLength(1);
  });

  it('of another amount or account does not complete the payment but is credited to the customer', async () => {
    const uid = await underWay('ACSC');
    const { reference } = await rowOf(uid);
    const second = await givenAccount(db, who);
    await arrive(reference, 2499n);
    await arrive(reference, 2500n, { into: second });
    expect((await show(uid)).state).toBe('accepted');
    const other = await givenCustomer(db);
    await arrive(reference, 2500n, { into: await givenAccount(db, other) });
    expect((await show(uid)).state).toBe('accepted');
    await arrive('WHATEVER', 2500n);
    expect((await show(uid)).state).toBe('accepted');
  });
});

describe('timeouts', () => {
  it('expire a payment that was not finished at the bank, with a notification', async () => {
    const [one, other] = [await start(), await start()];
    await set(one.uid, `expires_at = now() - interval '1 second'`);
    await tend();
    expect((await show(one.uid)).state).toBe('expired');
    expect((await show(other.uid)).state).toBe('awaiting_authorisation');
    expect(await eventsOf(one.uid)).toEqual(['expired']);
  });

  it('poll the bank with increasing intervals', async () => {
    const uid = await underWay('RCVD');
    bank.says.payment = async () => 'ACSP';
    await tend();
    expect((await show(uid)).state).toBe('submitted');
    await set(uid, 'next_ask_at = now()');
    await tend();
    expect((await show(uid)).state).toBe('accepted');
    expect((await rowOf(uid)).asked).toBe(1);
    expect([0, 1, 2, 10, 15, 30].map(pauseSeconds)).toEqual([4, 8, 16, 4096, 21_600, 21_600]);
  });

  it('make a long silence unknown until the bank responds', async () => {
    const uid = await underWay('RCVD');
    bank.says.payment = () => Promise.reject(new BankSilence('no answer'));
    await set(uid, 'next_ask_at = now()');
    await tend();
    expect((await show(uid)).state).toBe('submitted');
    await set(uid, `next_ask_at = now(), heard_at = now() - interval '11 minutes'`);
    await tend();
    expect(await show(uid)).toMatchObject({
      state: 'unknown',
      waiting: { owner: 'bank', nextUpdateAt: expect.any(String), deadlineAt: expect.any(String) },
    });
    bank.says.payment = async () => 'RJCT';
    await set(uid, 'next_ask_at = now()');
    await tend();
    expect((await show(uid)).state).toBe('rejected');
  });

  it('expire a payment whose response was lost once nobody can execute it', async () => {
    bank.says.pay = () => Promise.reject(new BankSilence('no answer'));
    const { uid } = await start();
    await back(uid);
    bank.says.consent = 'AUTH';
    await set(uid, 'next_ask_at = now()');
    await tend();
    expect((await show(uid)).state).toBe('unknown');
    await set(uid, `next_ask_at = now(), returned_at = now() - interval '16 minutes'`);
    await tend();
    expect(await show(uid)).toMatchObject({ state: 'expired', reason: expect.stringContaining('Nothing was paid') });
  });

  it('stop polling after six days and tell the customer what to do', async () => {
    const uid = await underWay('ACSC');
    await set(uid, `next_ask_at = now(), returned_at = now() - interval '6 days 1 hour'`);
    await tend();
    expect(await show(uid)).toMatchObject({
      state: 'unknown',
      waiting: null,
      reason: expect.stringContaining('Ask your bank'),
    });
    expect(await eventsOf(uid)).toEqual(['unknown']);
    await arrive((await rowOf(uid)).reference, 2500n);
    expect((await show(uid)).state).toBe('credited');
  });
});

describe('views', () => {
  it('list a customer’s own payments only, newest first', async () => {
    const [first, second] = [await start(), await start()];
    const { list } = await asCustomer(db, who).run(listPayments, {});
    expect(list.map(({ uid }) => uid)).toEqual([second.uid, first.uid]);
    const other = await givenCustomer(db);
    await expectRefusal(db, 'not_found', () => show(first.uid, other));
    await expectRefusal(db, 'not_found', () => show(randomUUID()));
    expect((await asCustomer(db, other).run(listPayments, {})).list).toEqual([]);
  });
});
