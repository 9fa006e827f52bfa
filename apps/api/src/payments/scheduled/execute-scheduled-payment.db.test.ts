import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCredit,
  seedCustomer,
  seedPayee,
  type TestUser,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import {
  balancesOf,
  inSession,
  insertFeeWaiver,
  type Order,
  payees,
  seedPayeeOf,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import {
  eventTopicsOf,
  makeScheduledDue,
  paymentInspector,
  runScheduledAt,
} from '../../../../../test/fixtures/scheduled-payment.ts';
import { countBankAccounts } from '../../accounts/bank-account/bank-account.read.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { importSanctionsList } from '../../checks/screening/screening.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { removePayee } from '../../payees/payee/remove-payee.ts';
import { editPayee } from '../../payees/payee/save-payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sendEur, sendGbp } from '../domestic/send-domestic.ts';
import { cancelPayment } from '../payment/cancel-payment.ts';
import { findFundingDeadline } from '../payment/schedule.sql.ts';
import { listPendingDomestic, showPayment } from '../payment/show-payments.ts';
import { pricePayment } from '../pricing/price.ts';
import { rejectScheduledToChangedPayee } from './run-scheduled-payments.ts';

const { db } = await createDatabase();
let who: TestUser;
let session: string;
let account: BankAccount;
let payee: Payee;

beforeEach(async () => {
  await sql`update payment.payment set state = 'cancelled', next_attempt_at = null where next_attempt_at is not null`.execute(
    db,
  );
  await sql`update payment.service_availability set is_on = true`.execute(db);
  who = await seedCustomer(db);
  session = await seedSession(db, who);
  account = await seedAccount(db, who, { balance: '100.00' });
  payee = await seedPayee(db, who);
});

const send = (order: Order) =>
  inTransaction(db, (tx, now) => sendGbp({ tx, now, actor: inSession(who, session), requestId: 'test' }, order));
const plan = async (over: Partial<Order> = {}) =>
  send(
    await seedPaymentAuthorisation(
      db,
      who,
      toPaymentOrder(account, payee, { executionDate: dayAhead(5), ...over }),
      session,
    ),
  );
const show = (id: string) => asCustomer(db, who).run(showPayment, { id });
const { path, reasonOf } = paymentInspector(db);
const balances = () => balancesOf(db, account);

describe('scheduling', () => {
  it('holds nothing and reports its execution time', async () => {
    const made = await plan({ amount: '250.00' });
    expect(made).toMatchObject({
      state: 'scheduled',
      executionDate: dayAhead(5),
      owner: 'us',
      canCancel: true,
      timeline: [{ step: 'made' }, { step: 'planned', state: 'now' }, {}, {}, {}, {}],
    });
    const due = sql<{ at: Date }>`select (${dayAhead(5)}::date + time '06:00') at time zone 'Europe/London' as at`;
    expect(made.nextUpdateAt).toBe((await due.execute(db)).rows[0]?.at.toISOString());
    expect(await balances()).toEqual(['100.00', '100.00']);
    await runScheduledAt(db);
    expect(await path(made.uid)).toEqual(['scheduled']);
  });

  it.each([
    ['today', 0],
    ['yesterday', -1],
    ['in more than a year', 367],
  ])('refuses %s', async (_, days) => {
    const order = await seedPaymentAuthorisation(
      db,
      who,
      toPaymentOrder(account, payee, { executionDate: dayAhead(days) }),
      session,
    );
    const { errors } = await expectRefusal(db, 'execution_date_invalid', () => send(order));
    expect(errors).toMatchObject([{ field: 'executionDate' }]);
  });

  it('refuses another day than the PIN approved, or immediate execution', async () => {
    const order = await seedPaymentAuthorisation(
      db,
      who,
      toPaymentOrder(account, payee, { executionDate: dayAhead(5) }),
      session,
    );
    await expectRefusal(db, 'authorisation_invalid', () => send({ ...order, executionDate: dayAhead(6) }));
    const { executionDate: _, ...atOnce } = order;
    await expectRefusal(db, 'authorisation_invalid', () => send(atOnce));
    await send(order);
  });

  it('detects a duplicate on the same day only', async () => {
    await plan();
    await expectRefusal(
      db,
      'duplicate_suspected',
      await seedPaymentAuthorisation(
        db,
        who,
        toPaymentOrder(account, payee, { executionDate: dayAhead(5) }),
        session,
      ).then((order) => () => send(order)),
    );
    await plan({ idempotency: v7(), executionDate: dayAhead(6) });
    await plan({ idempotency: v7(), confirmDuplicate: true });
  });

  it('rolls to the next working day of the rail, and shows it in the price', async () => {
    const euros = await seedAccount(db, who, { currency: 'EUR', iban: 'GB17LARK04062141728856' });
    const klaus = await seedPayeeOf(db, who, payees.klaus);
    const saturday = dayAhead(5, 6);
    const monday = dayAhead(5, 6, 2);
    const asked = { sourceBankholderId: euros.bankholderId, amount: '70.00', currency: 'EUR', scheme: 'sct' } as const;
    const price = await asCustomer(db, who).run(pricePayment, { ...asked, executionDate: saturday });
    expect(price.schedule).toMatchObject({ earliest: expect.any(String), executesOn: monday });
    expect(price.arrival.latest.slice(0, 10) > monday).toBe(true);
    const { currency: _, ...figures } = toPaymentOrder(euros, klaus, {
      amount: '70.00',
      fee: '0.40',
      executionDate: saturday,
    });
    const order = { ...figures, currency: 'EUR' as const, scheme: 'sct' as const };
    const approved = await seedPaymentAuthorisation(db, who, order, session, 'payment.eur');
    const made = await inTransaction(db, (tx, now) =>
      sendEur({ tx, now, actor: inSession(who, session), requestId: 'test' }, approved),
    );
    expect(made).toMatchObject({ state: 'scheduled', executionDate: monday, rail: 'sepa-credit-transfer' });
  });

  it('counts towards the limit of its own day with other scheduled payments', async () => {
    for (const amount of ['25000.00', '24999.00']) await plan({ idempotency: v7(), amount });
    const order = await seedPaymentAuthorisation(
      db,
      who,
      toPaymentOrder(account, payee, { amount: '1.01', executionDate: dayAhead(5) }),
      session,
    );
    const { data, message } = await expectRefusal(db, 'limit_exceeded', () => send(order));
    expect(data).toMatchObject({ limit: '50000.00', used: '49999.00', currency: 'GBP' });
    expect(message).toBe(
      'Nothing was sent. You can send 1.00 GBP more that day: you’ve used 49,999.00 GBP of 50,000.00 GBP. Enter a smaller amount, or choose another day.',
    );
    await plan({ idempotency: v7(), amount: '1.01', executionDate: dayAhead(6) });
    await send(await seedPaymentAuthorisation(db, who, toPaymentOrder(account, payee, { amount: '50.00' }), session));
  });

  it('prevents deletion of its payee, and can be cancelled without a hold', async () => {
    const { uid, reference } = await plan();
    const { message } = await expectRefusal(db, 'payee_in_use', () =>
      asCustomer(db, who).run(removePayee, { uid: payee.id, idempotency: v7() }),
    );
    expect(message).toContain(reference);
    const cancelled = await asCustomer(db, who).run(cancelPayment, { id: uid, idempotency: v7() });
    expect(cancelled).toMatchObject({ state: 'cancelled', canCancel: false });
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    expect(await path(uid)).toEqual(['scheduled', 'cancelled']);
    expect(await balances()).toEqual(['100.00', '100.00']);
  });
});

describe('execution day', () => {
  it('holds the money and proceeds, once', async () => {
    const { uid } = await plan();
    await makeScheduledDue(db, uid);
    await Promise.all([runScheduledAt(db), runScheduledAt(db), runScheduledAt(db)]);
    expect(await path(uid)).toEqual(['scheduled', 'screening', 'ready']);
    expect(await balances()).toEqual(['100.00', '74.50']);
    expect(await eventTopicsOf(db, uid)).toEqual(['payment.waiting', 'payment.held']);
    expect(await runScheduledAt(db)).toBe(0);
  });

  it('uses a fee waiver available by then, and never exceeds the agreed fee', async () => {
    const { uid } = await plan();
    const { uid: dear } = await plan({ amount: '30.00', idempotency: v7() });
    await inTransaction(db, (tx) => insertFeeWaiver(tx, { id: v7(), customerId: who.customer.id, source: 'signup' }));
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    expect(await show(uid)).toMatchObject({ state: 'ready', fee: { amount: '0.00' }, freeTransfer: true });
    await sql`update payment.payment set fee_minor = 49 where id = ${dear}`.execute(db);
    await makeScheduledDue(db, dear);
    await runScheduledAt(db);
    expect(await path(dear)).toEqual(['scheduled', 'screening', 'rejected']);
    expect(await reasonOf(dear)).toEqual([
      null,
      'Nothing was sent. The fee is now 0.50 GBP, above the 0.49 GBP you agreed to. Make the payment again if you accept it.',
    ]);
    expect(await balances()).toEqual(['100.00', '75.00']);
  });

  it('agrees to the fee without a waiver, which another payment may use first', async () => {
    await inTransaction(db, (tx) => insertFeeWaiver(tx, { id: v7(), customerId: who.customer.id, source: 'signup' }));
    const { uid } = await plan({ fee: '0.50' });
    await send(await seedPaymentAuthorisation(db, who, toPaymentOrder(account, payee, { fee: '0.00' }), session));
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    expect(await show(uid)).toMatchObject({ state: 'ready', fee: { amount: '0.50' }, freeTransfer: false });
  });

  it('leaves its own amount within the daily limit', async () => {
    await seedCredit(db, account, '60000.00');
    const { uid } = await plan({ amount: '20000.00' });
    for (const amount of ['15000.00', '15000.00'])
      await send(
        await seedPaymentAuthorisation(
          db,
          who,
          toPaymentOrder(account, payee, { amount, confirmDuplicate: true }),
          session,
        ),
      );
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    expect(await path(uid)).toEqual(['scheduled', 'screening', 'ready']);
  });

  it('charges a lower fee if it fell', async () => {
    const { uid } = await plan({ fee: '0.50' });
    await sql`update payment.payment set fee_minor = 90 where id = ${uid}`.execute(db);
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    expect(await show(uid)).toMatchObject({ state: 'ready', fee: { amount: '0.50' } });
  });

  it('goes to review when a rule requires documents', async () => {
    await seedCredit(db, account, '30000.00');
    const { uid } = await plan({ amount: '20000.01' });
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    expect(await show(uid)).toMatchObject({ state: 'in_review', documents: { required: ['source_of_funds'] } });
    expect((await balances())[1]).toBe('10099.49');
  });

  it('goes to review when its payee is on a sanctions list by then', async () => {
    payee = await seedPayee(db, who, { ...ukDetails.mekong, name: 'Balthazar Figmentov' });
    const { uid } = await plan();
    const listed = [{ entryId: 'DEMO1', name: 'Balthazar Figmentov', regime: 'Made up' }];
    await asSystem(db, (ctx) => importSanctionsList(ctx, 'test.csv', listed));
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    expect(await show(uid)).toMatchObject({ state: 'in_review', reasonCode: 'extra_checks' });
    const hits = await db.selectFrom('screening.hit').select('subject').where('paymentId', '=', uid).execute();
    expect(hits).toEqual([{ subject: 'payee' }]);
    expect(await balances()).toEqual(['100.00', '74.50']);
  });

  it('continues after a new nickname, and is rejected at once when the payee account changes', async () => {
    const { uid } = await plan();
    const me = asCustomer(db, who);
    const named = {
      type: 'gbp',
      currency: 'GBP',
      name: payee.name,
      entityType: payee.entityType,
      details: payee.details,
    };
    const version = { uid: payee.id, version: payee.version, idempotency: v7() };
    await me.run(editPayee, { ...named, ...version, nickname: 'Som' });
    await asSystem(db, (ctx) => rejectScheduledToChangedPayee(ctx, { eventId: 1n, payload: { payeeId: payee.id } }));
    expect(await path(uid)).toEqual(['scheduled']);
    const { uid: other } = await plan({ idempotency: v7(), payeeVersion: 2, executionDate: dayAhead(7) });
    await sql`insert into payee.version (payee_id, version, details, changed_by)
      select payee_id, 3, details || '{"account": "089999 66374958"}', changed_by from payee.version
      where payee_id = ${payee.id} and version = 2`.execute(db);
    await sql`update payee.payee set version = 3 where id = ${payee.id}`.execute(db);
    await asSystem(db, (ctx) => rejectScheduledToChangedPayee(ctx, { eventId: 2n, payload: { payeeId: payee.id } }));
    for (const id of [uid, other]) {
      expect(await path(id)).toEqual(['scheduled', 'screening', 'rejected']);
      expect((await reasonOf(id))[0]).toBe('payee_details_invalid');
    }
  });

  it.each<[string, (id: string) => Promise<unknown>, string | null]>([
    [
      'a payee who was blocked',
      () => sql`update payee.payee set status = 'disabled' where id = ${payee.id}`.execute(db),
      'payee_details_invalid',
    ],
    [
      'an account that is frozen',
      () => sql`update bank_account.account set status = 'frozen' where id = ${account.id}`.execute(db),
      null,
    ],
    [
      'a customer who may not send',
      () => sql`update customer.customer set state = 'suspended' where id = ${who.customer.id}`.execute(db),
      null,
    ],
    [
      'a person who was suspended',
      () =>
        sql`update customer.membership set state = 'suspended', reason = 'other' where user_id = ${who.user.id}`.execute(
          db,
        ),
      null,
    ],
    [
      'a person who was removed',
      () => sql`update customer.membership set state = 'removed' where user_id = ${who.user.id}`.execute(db),
      null,
    ],
    [
      'a person who may only look by now',
      () => sql`update customer.membership set role = 'viewer' where user_id = ${who.user.id}`.execute(db),
      null,
    ],
    [
      'a limit that is used up',
      () =>
        sql`update payment.payment set amount_minor = 5000001 where execution_date = ${dayAhead(5)} and customer_id = ${who.customer.id}`.execute(
          db,
        ),
      'limit_reached',
    ],
  ])('ends a payment for %s, with its reason and no money touched', async (_, happens, code) => {
    const { uid } = await plan();
    await happens(uid);
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    expect(await path(uid)).toEqual(['scheduled', 'screening', 'rejected']);
    const [said, reason] = await reasonOf(uid);
    expect([said, reason?.endsWith('.')]).toEqual([code, true]);
    expect(await eventTopicsOf(db, uid)).toEqual(['payment.waiting', 'payment.rejected']);
    expect(await balances()).toEqual(['100.00', '100.00']);
  });

  it('waits for a disabled service until the deadline, and notifies once', async () => {
    const { uid } = await plan();
    const { uid: late } = await plan({ idempotency: v7(), amount: '10.00' });
    await sql`update payment.service_availability set is_on = false where key = 'payment.gbp'`.execute(db);
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    expect(await show(uid)).toMatchObject({ state: 'scheduled', owner: 'us', reasonCode: 'vendor_delay' });
    expect(await eventTopicsOf(db, uid)).toEqual(['payment.waiting', 'payment.waiting']);
    await makeScheduledDue(db, late, 12);
    await runScheduledAt(db);
    expect(await path(late)).toEqual(['scheduled', 'screening', 'rejected']);
    await sql`update payment.service_availability set is_on = true where key = 'payment.gbp'`.execute(db);
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    expect(await path(uid)).toEqual(['scheduled', 'screening', 'ready']);
  });
});

describe('insufficient funds', () => {
  it('waits for the missing amount until the end of the second working day', async () => {
    const { uid } = await plan({ amount: '140.00' });
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    const short = await show(uid);
    expect(short).toMatchObject({
      state: 'awaiting_funds',
      owner: 'you',
      reasonCode: 'insufficient_funds',
      reason: 'Nothing was sent. You’re 40.50 GBP short. You have 100.00 GBP available and this needs 140.50 GBP.',
      nextStep: 'Add 40.50 GBP and we’ll send it straight away.',
      canCancel: true,
    });
    const { rows } = await sql<{ deadline: Date }>`
      select (payment.working_day('england', execution_date, 2) + 1)::timestamp at time zone 'Europe/London' as deadline
      from payment.payment where id = ${uid}`.execute(db);
    expect(short.deadlineAt).toBe(rows[0]?.deadline.toISOString());
    expect(await balances()).toEqual(['100.00', '100.00']);
    await runScheduledAt(db);
    expect(await eventTopicsOf(db, uid)).toEqual(['payment.waiting', 'payment.waiting']);
  });

  it('is due at the end of a London day, in any season and after bank holidays', async () => {
    const { uid } = await plan({ amount: '140.00' });
    for (const [day, deadline] of [
      ['2027-01-14', '2027-01-19T00:00:00.000Z'],
      ['2027-07-15', '2027-07-19T23:00:00.000Z'],
      ['2027-03-25', '2027-03-31T23:00:00.000Z'],
      ['2026-10-22', '2026-10-27T00:00:00.000Z'],
      ['2026-12-24', '2026-12-31T00:00:00.000Z'],
    ] as const) {
      await sql`update payment.payment set execution_date = ${day} where id = ${uid}`.execute(db);
      const found = await inTransaction(db, async (tx) => {
        const row = await tx.selectFrom('payment.payment').selectAll().where('id', '=', uid).executeTakeFirstOrThrow();
        return findFundingDeadline(tx, row, new Date(`${day}T06:00:00Z`));
      });
      expect(found.deadline.toISOString()).toBe(deadline);
    }
  });

  it('is sent once the whole amount is available', async () => {
    const { uid } = await plan({ amount: '140.00' });
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    await seedCredit(db, account, '40.49');
    await runScheduledAt(db);
    expect(await path(uid)).toEqual(['scheduled', 'awaiting_funds']);
    await seedCredit(db, account, '0.01');
    await runScheduledAt(db);
    expect(await path(uid)).toEqual(['scheduled', 'awaiting_funds', 'screening', 'ready']);
    expect(await show(uid)).toMatchObject({ deadlineAt: expect.any(String), reasonCode: null });
    expect(await balances()).toEqual(['140.50', '0.00']);
  });

  it('sends the earlier of two when funds cover one', async () => {
    const [first, second] = [
      await plan({ amount: '140.00' }),
      await plan({ amount: '139.00', executionDate: dayAhead(6) }),
    ];
    for (const { uid } of [first, second]) await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    await seedCredit(db, account, '50.00');
    await runScheduledAt(db);
    expect([(await path(first.uid)).at(-1), (await path(second.uid)).at(-1)]).toEqual(['ready', 'awaiting_funds']);
  });

  it('expires after its deadline, unless funds arrived in time', async () => {
    const { uid } = await plan({ amount: '140.00' });
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    await makeScheduledDue(db, uid, 12);
    await runScheduledAt(db);
    expect(await path(uid)).toEqual(['scheduled', 'awaiting_funds', 'expired']);
    expect(await eventTopicsOf(db, uid)).toEqual(['payment.waiting', 'payment.waiting', 'payment.cancelled']);
    await seedCredit(db, account, '500.00');
    await runScheduledAt(db);
    expect(await path(uid)).toEqual(['scheduled', 'awaiting_funds', 'expired']);
    expect(await balances()).toEqual(['600.00', '600.00']);
    expect(await inTransaction(db, findViolations)).toEqual([]);
  });

  it('sends nothing after its deadline, even if funds arrived since', async () => {
    const { uid } = await plan({ amount: '140.00' });
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    await seedCredit(db, account, '500.00');
    await makeScheduledDue(db, uid, 12);
    await sql`update payment.payment set deadline_at = now() - interval '1 minute' where id = ${uid}`.execute(db);
    await runScheduledAt(db);
    expect(await path(uid)).toEqual(['scheduled', 'awaiting_funds', 'expired']);
  });

  it('can be cancelled while it waits', async () => {
    const { uid } = await plan({ amount: '140.00' });
    await makeScheduledDue(db, uid);
    await runScheduledAt(db);
    await asCustomer(db, who).run(cancelPayment, { id: uid, idempotency: v7() });
    await seedCredit(db, account, '500.00');
    await runScheduledAt(db);
    expect(await path(uid)).toEqual(['scheduled', 'awaiting_funds', 'cancelled']);
  });
});

it('is listed separately by day, and is not counted as pending', async () => {
  const later = await plan({ executionDate: dayAhead(9) });
  const sooner = await plan({ idempotency: v7() });
  const me = asCustomer(db, who);
  const listed = async (filterType: 'scheduled' | 'wait' | 'approve' | 'all', enddate?: string) =>
    (await me.run(listPendingDomestic, { filterType, ...(enddate && { enddate }) })).list.map(({ uid }) => uid);
  expect(await listed('scheduled')).toEqual([sooner.uid, later.uid]);
  expect(await listed('scheduled', dayAhead(6))).toEqual([sooner.uid]);
  expect(await listed('wait')).toEqual([]);
  expect((await listed('all')).toSorted()).toEqual([sooner.uid, later.uid].toSorted());
  expect((await me.run(countBankAccounts, {})).pendingPayments).toBe(0);
});
