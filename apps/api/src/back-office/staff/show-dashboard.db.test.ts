import type { DashboardTile } from '@larkmere/contract/back-office/staff';
import { workQueues } from '@larkmere/contract/back-office/work-queues';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { caller, seedCredentials, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  asSystem,
  createDatabase,
  digestTables,
  seedAccount,
  seedCustomer,
  seedPayee,
} from '../../../../../test/fixtures/base.ts';
import { askForMemberCheck } from '../../../../../test/fixtures/kyc.ts';
import { createRateRequester, requestFor } from '../../../../../test/fixtures/manual-fx.ts';
import {
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { sendGbp } from '../../payments/domestic/send-domestic.ts';
import { receiveCredit } from '../../payments/incoming/receive-credit.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { audit } from '../../platform/requests/audit.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const { call } = await signInStaff(base, await seedStaff(db));

const loadTiles = async (by = call): Promise<Record<string, DashboardTile>> => {
  const { body } = await by('GET', '/v1/manage/dashboard');
  return Object.fromEntries((body.data as DashboardTile[]).map((tile) => [tile.key, tile]));
};

async function seedPayment(amount: string, minutesAgo: number): Promise<string> {
  const payer = await seedCustomer(db);
  const [session, account, payee] = [
    await seedSession(db, payer),
    await seedAccount(db, payer, { balance: '500.00' }),
    await seedPayee(db, payer),
  ];
  const order = await seedPaymentAuthorisation(db, payer, toPaymentOrder(account, payee, { amount }), session);
  const { uid } = await inTransaction(db, (tx, now) =>
    sendGbp({ tx, now, actor: inSession(payer, session), requestId: 'test' }, order),
  );
  await sql`update payment.payment set state = 'submitted', created_at = now() - ${minutesAgo} * interval '1 minute' where id = ${uid}`.execute(
    db,
  );
  return uid;
}

const seedUnmatchedCredit = (railReference: string, minor: bigint) =>
  asSystem(db, (ctx) =>
    receiveCredit(ctx, {
      eventId: v7(),
      sequence: 1,
      at: ctx.now,
      kind: 'credit',
      railReference,
      amount: money('GBP', minor),
      payee: { sortCode: '000000', accountNumber: '00000000' },
      payerName: 'Nobody Knows',
      reference: 'rent',
      bookedAt: ctx.now,
      document: '<credit/>',
    } as never),
  );

describe('dashboard tiles', () => {
  it('are all present when nothing is pending', async () => {
    const quiet = { count: 0, oldestMinutes: null, value: [], link: null };
    const all = await loadTiles();
    expect(Object.keys(all)).toEqual(Object.keys(workQueues));
    for (const tile of Object.values(all)) expect(tile).toMatchObject(quiet);
  });

  describe('count', () => {
    it('payments at the bank and held payments, with total and oldest', async () => {
      await seedPayment('25.00', 5);
      await seedPayment('100.10', 90);
      const held = await seedPayment('70.00', 30);
      const done = await seedPayment('1.00', 600);
      await sql`update payment.payment set is_held_for_checks = true where id = ${held}`.execute(db);
      await sql`update payment.payment set state = 'failed' where id = ${done}`.execute(db);
      expect(await loadTiles()).toMatchObject({
        payments_at_bank: { count: 2, oldestMinutes: 90, value: [{ amount: '125.10', currency: 'GBP' }] },
        payments_held: { count: 1, oldestMinutes: 30, value: [{ amount: '70.00', currency: 'GBP' }] },
      });
    });

    it('what the role decides with its value and the customer of the oldest, the rest as a count', async () => {
      const { payments_held: held, identity_checks: checks } = await loadTiles();
      expect(held).toMatchObject({ isOwn: true, area: 'payment_review' });
      expect(held?.link).toBe('/manage/review');
      expect(checks).toMatchObject({ isOwn: false, area: 'kyc', value: [], link: null });
    });

    it('several items as a list of them, the oldest first, for those who decide them', async () => {
      const { payments_at_bank: tile } = await loadTiles();
      expect(tile?.link).toBe('/manage/queue/payments_at_bank');
      const { body } = await call('GET', tile?.link?.replace('/manage', '/v1/manage') ?? '');
      expect(body.data).toMatchObject({ title: tile?.title, hasMore: false });
      expect(body.data.items).toMatchObject([
        { value: { amount: '100.10', currency: 'GBP' }, customer: { name: expect.any(String) } },
        { value: { amount: '25.00', currency: 'GBP' }, subject: expect.stringMatching(/^[0-9A-Z]{8,}$/) },
      ]);
      expect(await call('GET', '/v1/manage/queue/identity_checks')).toMatchObject({
        status: 403,
        body: { code: 'access_denied' },
      });
      expect((await call('GET', '/v1/manage/queue/nothing_known')).status).toBe(400);
    });

    it('documents, payees, screening hits, exchanges and changes that wait', async () => {
      const holder = await seedCustomer(db);
      const { id } = await seedPayee(db, holder);
      await sql`update payee.payee set status = 'pending', reason_code = 'name_check' where id = ${id}`.execute(db);
      await sql`insert into platform.setting_change (id, setting, state, rows, rows_before, reason, proposed_by, proposed_at)
        values (${v7()}, 'closure.setting', 'proposed', '[{}]', '[{}]', 'a reason of ten letters', ${v7()}, now() - interval '3 hours')`.execute(
        db,
      );
      expect(await loadTiles()).toMatchObject({
        payees_held: { count: 1, isOwn: true, link: `/manage/customer/${holder.customer.id}?tab=payees` },
        changes_proposed: { count: 1, oldestMinutes: 180, isOwn: false },
      });
    });

    it('requests that wait for a quote or for booking, and lead to the dealing desk', async () => {
      const who = await seedCustomer(db);
      const source = await seedAccount(db, who, { balance: '100.00' });
      const target = await seedAccount(db, who, { currency: 'THB' });
      const me = await createRateRequester(db, who);
      const { uid } = await me.request(requestFor({ source, target }, { amount: '80.00' }));
      const dealer = await signInStaff(base, await seedStaff(db, { role: 'dealer' }));
      const tile = async () => (await loadTiles(dealer.call)).fx_requests;
      const value = [{ amount: '80.00', currency: 'GBP' }];
      expect(await tile()).toMatchObject({ count: 1, value, isOwn: true, link: '/manage/dealing' });
      expect((await loadTiles()).fx_requests).toMatchObject({ count: 1, value: [], link: null });
      await sql`update manual_fx.deal set state = 'withdrawn' where id = ${uid}`.execute(db);
      expect(await tile()).toMatchObject({ count: 0, link: null });
    });

    it('credits in suspense, but not those of a wallet without a bank account', async () => {
      await seedUnmatchedCredit('R-1', 12_345n);
      await seedUnmatchedCredit('R-2', 5n);
      await sql`insert into payment.incoming_credit (id, rail_reference, currency, amount_minor, payer_name, reference, booked_at)
        values (${v7()}, 'R-3', 'THB', 1000, 'Somchai', 'wallet', now())`.execute(db);
      expect((await loadTiles()).credits_without_owner).toMatchObject({
        count: 2,
        oldestMinutes: 0,
        value: [{ amount: '123.50', currency: 'GBP' }],
      });
    });

    it('status conflicts of one day', async () => {
      await asSystem(db, (ctx) => audit(ctx, 'payment.status_conflict', `payment:${v7()}`));
      await sql`insert into platform.audit (at, actor_kind, action, entity, detail, request_id)
        values (now() - interval '25 hours', 'system', 'payment.status_conflict', 'payment:old', '{}', 'test')`.execute(
        db,
      );
      expect((await loadTiles()).payments_contradicted).toMatchObject({ count: 1, value: [] });
    });

    it('failed deliveries that have not succeeded since', async () => {
      const { rows } = await sql<{
        id: bigint;
      }>`insert into platform.event (topic, payload, correlation_id, created_at, is_fanned_out)
        values ('test', '{}', 'test', now() - interval '2 hours', true) returning id`.execute(db);
      await sql`insert into platform.delivery (event_id, listener, attempts, run_after, done_at, last_error) values
        (${rows[0]?.id}, 'fails', 3, now() + interval '1 hour', null, 'no answer'), (${rows[0]?.id}, 'waits', 0, now() + interval '1 hour', null, null),
        (${rows[0]?.id}, 'done', 2, now(), now(), null)`.execute(db);
      const failing = (await loadTiles()).deliveries_failing;
      expect(failing?.count).toBeGreaterThanOrEqual(1);
      expect(failing?.oldestMinutes).toBe(120);
    });

    it('identity checks that wait for staff, but not those that wait for the customer', async () => {
      await seedCustomer(db, { kycStatus: 'in_progress' });
      await seedCustomer(db, { kycStatus: 'in_review' });
      const doubted = await seedCustomer(db);
      await sql`update kyc.application set concerns = '{vendor_hold}' where customer_id = ${doubted.customer.id}`.execute(
        db,
      );
      expect((await loadTiles()).identity_checks?.count).toBe(2);
    });

    it('identity checks of people who joined, once they sent them and while they are members', async () => {
      const joined = await seedColleague(db, await seedCustomer(db, { business: true }), 'payer');
      await askForMemberCheck(db, joined);
      const count = async () => (await loadTiles()).member_checks?.count;
      expect(await count()).toBe(0);
      const { membershipId } = joined.user;
      await sql`update kyc.person set provided_at = now() where membership_id = ${membershipId}`.execute(db);
      const compliance = await signInStaff(base, await seedStaff(db, { role: 'compliance' }));
      expect((await loadTiles(compliance.call)).member_checks).toMatchObject({
        count: 1,
        isOwn: true,
        link: `/manage/customer/${joined.customer.id}?tab=kyc`,
      });
      const { body } = await compliance.call('GET', `/v1/manage/customer/${joined.customer.id}`);
      expect(body.data.waiting.kyc).toBe(1);
      await sql`update customer.membership set identity_checked_at = now() where id = ${membershipId}`.execute(db);
      expect(await count()).toBe(0);
    });

    it('locked PINs', async () => {
      const payer = await seedCustomer(db);
      await seedCredentials(db, payer);
      await sql`update pin.pin set failures = 5 where user_id = ${payer.user.id}`.execute(db);
      expect((await loadTiles()).pins_locked?.count).toBe(1);
      await sql`update pin.pin set failures = 4 where user_id = ${payer.user.id}`.execute(db);
      expect((await loadTiles()).pins_locked?.count).toBe(0);
    });
  });

  it('are refused to others, without any write', async () => {
    const written = async () =>
      Object.entries(await digestTables(db)).filter(([table]) => /^(staff|session)\.|^kernel\.audit$/.test(table));
    const before = await written();
    expect((await caller(base)('GET', '/v1/manage/dashboard')).status).toBe(401);
    const halves = { authorization_manage: 'x'.repeat(43) };
    expect((await caller(base)('GET', '/v1/manage/dashboard', undefined, halves)).status).toBe(401);
    expect(await written()).toEqual(before);
  });
});
