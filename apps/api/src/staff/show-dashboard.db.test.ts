import type { Tile } from '@larkmere/contract/manage';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { asSystem, contentOf, givenAccount, givenCustomer, givenDatabase, givenPayee } from '../../../../test/given.ts';
import { caller, givenApp, givenCredentials } from '../../../../test/given-app.ts';
import { approve, givenSession, inSession, orderFor } from '../../../../test/given-payment.ts';
import { givenStaff, signInStaff } from '../../../../test/given-staff.ts';
import { audit } from '../kernel/audit.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { receiveCredit } from '../payment/receive-credit.ts';
import { sendGbp } from '../payment/send-gbp.ts';

const { db, url } = await givenDatabase();
const { base } = await givenApp(url);
const { call } = await signInStaff(base, await givenStaff(db));

const tiles = async (): Promise<Record<string, Tile>> => {
  const { body } = await call('GET', '/v1/manage/dashboard');
  return Object.fromEntries((body.data as Tile[]).map((tile) => [tile.key, tile]));
};

async function givenPayment(amount: string, minutesAgo: number): Promise<string> {
  const payer = await givenCustomer(db);
  const [session, account, payee] = [
    await givenSession(db, payer),
    await givenAccount(db, payer, { balance: '500.00' }),
    await givenPayee(db, payer),
  ];
  const order = await approve(db, payer, orderFor(account, payee, { amount }), session);
  const { uid } = await inTransaction(db, (tx, now) =>
    sendGbp({ tx, now, actor: inSession(payer, session), requestId: 'test' }, order),
  );
  await sql`update payment.payment set state = 'submitted', created_at = now() - ${minutesAgo} * interval '1 minute' where id = ${uid}`.execute(
    db,
  );
  return uid;
}

const park = (railReference: string, minor: bigint) =>
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
    const all = await tiles();
    expect(Object.keys(all)).toEqual([
      'payments_at_bank',
      'payments_held',
      'credits_without_owner',
      'payments_contradicted',
      'deliveries_failing',
      'identity_checks',
      'pins_locked',
    ]);
    for (const tile of Object.values(all)) expect(tile).toMatchObject(quiet);
  });

  describe('count', () => {
    it('payments at the bank and held payments, with total and oldest', async () => {
      await givenPayment('25.00', 5);
      await givenPayment('100.10', 90);
      const held = await givenPayment('70.00', 30);
      const done = await givenPayment('1.00', 600);
      await sql`update payment.payment set held_for_checks = true where id = ${held}`.execute(db);
      await sql`update payment.payment set state = 'failed' where id = ${done}`.execute(db);
      expect(await tiles()).toMatchObject({
        payments_at_bank: { count: 2, oldestMinutes: 90, value: [{ amount: '125.10', currency: 'GBP' }] },
        payments_held: { count: 1, oldestMinutes: 30, value: [{ amount: '70.00', currency: 'GBP' }] },
      });
    });

    it('credits in suspense, but not those of a wallet without a bank account', async () => {
      await park('R-1', 12_345n);
      await park('R-2', 5n);
      await sql`insert into payment.incoming (id, rail_reference, currency, amount_minor, payer_name, reference, booked_at)
        values (${v7()}, 'R-3', 'THB', 1000, 'Somchai', 'wallet', now())`.execute(db);
      expect((await tiles()).credits_without_owner).toMatchObject({
        count: 2,
        oldestMinutes: 0,
        value: [{ amount: '123.50', currency: 'GBP' }],
      });
    });

    it('status conflicts of one day', async () => {
      await asSystem(db, (ctx) => audit(ctx, 'payment.contradicted', `payment:${v7()}`));
      await sql`insert into kernel.audit (at, actor_kind, action, entity, detail, request_id)
        values (now() - interval '25 hours', 'system', 'payment.contradicted', 'payment:old', '{}', 'test')`.execute(
        db,
      );
      expect((await tiles()).payments_contradicted).toMatchObject({ count: 1, value: [] });
    });

    it('failed deliveries that have not succeeded since', async () => {
      const { rows } = await sql<{
        id: bigint;
      }>`insert into kernel.event (topic, payload, correlation_id, created_at, fanned_out)
        values ('test', '{}', 'test', now() - interval '2 hours', true) returning id`.execute(db);
      await sql`insert into kernel.delivery (event_id, listener, attempts, run_after, done_at, last_error) values
        (${rows[0]?.id}, 'fails', 3, now() + interval '1 hour', null, 'no answer'), (${rows[0]?.id}, 'waits', 0, now() + interval '1 hour', null, null),
        (${rows[0]?.id}, 'done', 2, now(), now(), null)`.execute(db);
      const failing = (await tiles()).deliveries_failing;
      expect(failing?.count).toBeGreaterThanOrEqual(1);
      expect(failing?.oldestMinutes).toBe(120);
    });

    it('identity checks that wait for staff, but not those that wait for the customer', async () => {
      await givenCustomer(db, { kycStatus: 'in_progress' });
      await givenCustomer(db, { kycStatus: 'in_review' });
      const item = { key: 'selfie', title: 'A picture of yourself', state: 'in_review', reason: null } as const;
      await givenCustomer(db, { kycStatus: 'action_required', requirements: [item] });
      expect((await tiles()).identity_checks?.count).toBe(2);
    });

    it('locked PINs', async () => {
      const payer = await givenCustomer(db);
      await givenCredentials(db, payer);
      await sql`update pin.pin set failures = 5 where person_id = ${payer.person.id}`.execute(db);
      expect((await tiles()).pins_locked?.count).toBe(1);
      await sql`update pin.pin set failures = 4 where person_id = ${payer.person.id}`.execute(db);
      expect((await tiles()).pins_locked?.count).toBe(0);
    });
  });

  it('are refused to others, without any write', async () => {
    const written = async () =>
      Object.entries(await contentOf(db)).filter(([table]) => /^(staff|session)\.|^kernel\.audit$/.test(table));
    const before = await written();
    expect((await caller(base)('GET', '/v1/manage/dashboard')).status).toBe(401);
    const halves = { authorization_manage: 'x'.repeat(43) };
    expect((await caller(base)('GET', '/v1/manage/dashboard', undefined, halves)).status).toBe(401);
    expect(await written()).toEqual(before);
  });
});
