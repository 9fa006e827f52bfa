import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import {
  asSystem,
  createDatabase,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { seedCardPayment } from '../../../../../test/fixtures/card-payment.ts';
import { seedCard } from '../../../../../test/fixtures/issued-card.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { stopCard } from '../../cards/issued-card/issued-card.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const signedIn = async (role: 'support' | 'compliance' | 'finance') => signInStaff(base, await seedStaff(db, { role }));
const support = await signedIn('support');
const compliance = await signedIn('compliance');

let who: TestUser;
let account: BankAccount;
let card: string;

beforeEach(async () => {
  who = await seedCustomer(db, { featureCard: true, name: 'Anong Srisuk' });
  account = await seedAccount(db, who);
  card = await seedCard(db, who, account);
});

const reason = 'The customer called about a payment that she does not know.';
const act = (session: typeof support, verb: 'stop' | 'lift', uid = card) =>
  session.call('POST', `/v1/manage/card/${uid}/${verb}`, { reason, idempotency: randomUUID() });
const list = async (session = support) =>
  (await session.call('GET', `/v1/manage/customer/${who.customer.id}/cards`)).body.data.list;

describe('the cards of a customer for staff', () => {
  it('are listed with holder, account, limits and state', async () => {
    expect(await list()).toMatchObject([
      {
        uid: card,
        last4: '4417',
        holder: 'Anong Srisuk',
        currency: 'GBP',
        state: 'active',
        limits: { perPayment: '1000.00', daily: '1500.00', monthly: '5000.00' },
        permissions: { stop: true, lift: false },
      },
    ]);
    expect((await support.call('GET', `/v1/manage/customer/${randomUUID()}/cards`)).body.code).toBe('not_found');
  });

  it('are stopped and released with a reason that is recorded', async () => {
    expect((await act(support, 'stop')).body.data.list).toMatchObject([{ state: 'stopped', reason: 'staff' }]);
    expect((await act(support, 'stop')).body.code).toBe('invalid_transition');
    expect((await act(support, 'lift')).body.data.list).toMatchObject([{ state: 'active', reason: null }]);
    const { rows } = await sql<{ action: string; detail: object }>`select action, detail from platform.audit
      where entity = ${`customer:${who.customer.id}`} and action like 'issued_card.%' order by at`.execute(db);
    expect(rows).toEqual([
      { action: 'issued_card.stopped_by_staff', detail: { card, reason } },
      { action: 'issued_card.lifted_by_staff', detail: { card, reason } },
    ]);
  });

  it('that are suspected are released by those who decide about accounts', async () => {
    await asSystem(db, (ctx) => stopCard(ctx, card, 'suspected_fraud'));
    expect((await list())[0].permissions).toEqual({ stop: false, lift: false });
    expect((await act(support, 'lift')).body.code).toBe('access_denied');
    expect((await act(compliance, 'lift')).body.data.list).toMatchObject([{ state: 'active' }]);
  });

  it('are not released from what the account or a debt stops', async () => {
    await asSystem(db, (ctx) => stopCard(ctx, card, 'payment_shortfall'));
    expect((await act(compliance, 'lift')).body.code).toBe('invalid_transition');
  });

  it('stay stopped for a debt once staff end their own stop, and staff can stop them again', async () => {
    const payment = await seedCardPayment(db, who, account, card);
    await act(support, 'stop');
    await sql`update card_payment.payment set shortfall_minor = 2000 where id = ${payment}`.execute(db);
    await asSystem(db, (ctx) => stopCard(ctx, card, 'payment_shortfall'));
    expect((await act(support, 'lift')).body.data.list).toMatchObject([
      { state: 'stopped', reason: 'payment_shortfall', permissions: { stop: true, lift: false } },
    ]);
    expect((await act(support, 'stop')).body.data.list).toMatchObject([{ state: 'stopped', reason: 'staff' }]);
  });

  it('are not stopped by staff without the right', async () => {
    const finance = await signedIn('finance');
    expect((await list(finance))[0].permissions).toEqual({ stop: false, lift: false });
    expect((await act(finance, 'stop')).body.code).toBe('access_denied');
    expect((await act(support, 'stop', randomUUID())).body.code).toBe('not_found');
  });
});
