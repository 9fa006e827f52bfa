import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createDatabase, seedAccount, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { balancesOf, payees, regulatoryInformation, seedPayeeOf } from '../../../../../test/fixtures/payment.ts';
import {
  clockAt,
  createStandingOrderUser,
  runStandingOrdersAt,
  standingOrderTerms,
  type TestClock,
} from '../../../../../test/fixtures/standing-order.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { previewDates } from './standing-order.read.ts';

const { db } = await createDatabase();
const iban = { EUR: 'GB17LARK04062141728856', THB: 'GB31LARK04062141728852' } as const;
let who: TestUser;
let clock: TestClock;
let me: Awaited<ReturnType<typeof createStandingOrderUser>>;

beforeEach(async () => {
  who = await seedCustomer(db);
  clock = clockAt('2026-11-21T10:00:00Z');
  me = await createStandingOrderUser(db, who, clock);
});

let seq = 100;
async function createSides(currency: 'EUR' | 'THB', balance: string): Promise<[BankAccount, Payee]> {
  seq += 1;
  const account = await seedAccount(db, who, { currency, iban: `${iban[currency].slice(0, -3)}${seq}`, balance });
  return [account, await seedPayeeOf(db, who, currency === 'EUR' ? payees.klaus : payees.malee)];
}
const runAt = (moment: string) => {
  clock.now = new Date(moment);
  return runStandingOrdersAt(db, clock);
};
const railsOf = async (uid: string) =>
  (
    await sql<{ rail: string; currency: string }>`select p.rail, p.currency from payment.payment p
      join standing_order.occurrence o on o.id = p.source_id where o.order_id = ${uid} order by o.day`.execute(db)
  ).rows;
const eventsOf = async (step: string) =>
  (
    await sql<{ payload: Record<string, string> }>`select payload from platform.event
      where topic = 'standing-order.updated' and payload->>'step' = ${step} and payload->>'customerId' = ${who.customer.id} order by id`.execute(
      db,
    )
  ).rows.map(({ payload }) => payload);

describe('standing order in EUR', () => {
  it('follows TARGET days and Brussels time across clock changes', async () => {
    const [account, payee] = await createSides('EUR', '500.00');
    const order = await me.create(
      standingOrderTerms(account, payee, { startDate: '2027-03-26', reference: 'Miete (Haus 2)', amount: '120.00' }),
    );
    expect(order).toMatchObject({
      source: { currency: 'EUR' },
      payee: { currency: 'EUR' },
      next: { day: '2027-03-26', payDay: '2027-03-30', nextAttemptAt: '2027-03-30T04:00:00.000Z' },
    });
    expect(order.nextDates[0]).toEqual({ day: '2027-04-26', payDay: '2027-04-26' });
    expect(await runAt('2027-03-30T03:59:59Z')).toBe(0);
    expect(await runAt('2027-03-30T04:00:00Z')).toBe(1);
    expect(await railsOf(order.uid)).toEqual([{ rail: 'sepa-instant', currency: 'EUR' }]);
    expect(await balancesOf(db, account)).toEqual(['500.00', '379.60']);
    const winter = await me.create(standingOrderTerms(account, payee, { startDate: '2027-11-02' }));
    expect(winter.next).toMatchObject({ nextAttemptAt: '2027-11-02T05:00:00.000Z' });
    expect(await findViolations(db)).toEqual([]);
  });

  it('allows the exact day only up to the limit of the instant rail', async () => {
    const [account, payee] = await createSides('EUR', '90000.00');
    const terms = { nonWorkingDay: 'exact', startDate: '2026-12-25', frequency: 'weekly' } as const;
    const order = await me.create(standingOrderTerms(account, payee, { ...terms, amount: '25000.00' }));
    expect(order.next).toMatchObject({ payDay: '2026-12-25', nextAttemptAt: '2026-12-25T05:00:00.000Z' });
    const large = standingOrderTerms(account, payee, { ...terms, amount: '25000.01' });
    await expect(me.create(large)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'terms.nonWorkingDay' }],
    });
    await expect(me.edit(order, large)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(me.editNext(order, { amount: '25000.01' })).rejects.toMatchObject({ code: 'validation_failed' });
    const ask = (amount: string) =>
      me.inside((ctx) =>
        previewDates(ctx, {
          currency: 'EUR',
          amount,
          frequency: 'weekly',
          startDate: '2026-12-25',
          nonWorkingDay: 'next',
        }),
      );
    expect(await ask('25000.00')).toMatchObject({
      exactAllowed: true,
      zone: 'Europe/Brussels',
      dates: [{ payDay: '2026-12-28' }, { payDay: '2027-01-04' }, {}, {}, {}, {}],
    });
    expect(await ask('25000.01')).toMatchObject({ exactAllowed: false });
    await runAt('2026-12-25T05:00:00Z');
    expect(await railsOf(order.uid)).toEqual([{ rail: 'sepa-instant', currency: 'EUR' }]);
  });

  it('sends amounts above the instant limit with the next credit transfer run', async () => {
    const [account, payee] = await createSides('EUR', '90000.00');
    const order = await me.create(
      standingOrderTerms(account, payee, { amount: '25000.01', nonWorkingDay: 'previous' }),
    );
    await runAt('2026-12-01T05:00:00Z');
    expect(await railsOf(order.uid)).toEqual([{ rail: 'sepa-credit-transfer', currency: 'EUR' }]);
  });
});

test.each([{ currency: 'JPY' }, { currency: 'GBP', accountCurrency: 'AUD' }] as const)(
  'refuses dates in a currency without a calendar: %j',
  async (between) => {
    const plan = { frequency: 'weekly', startDate: '2027-01-04', nonWorkingDay: 'next' } as const;
    const preview = me.inside((ctx) => previewDates(ctx, { ...between, ...plan }));
    await expect(preview).rejects.toMatchObject({ code: 'unsupported_destination' });
  },
);

describe('standing order in THB', () => {
  it('skips Songkran and pays on Bangkok time, which has no clock changes', async () => {
    const [account, payee] = await createSides('THB', '500000.00');
    const order = await me.create(
      standingOrderTerms(account, payee, {
        ...regulatoryInformation,
        startDate: '2027-04-13',
        amount: '9000.00',
        reference: 'Rent Sukhumvit 24',
      }),
    );
    expect(order).toMatchObject({
      next: { day: '2027-04-13', payDay: '2027-04-16', nextAttemptAt: '2027-04-15T23:00:00.000Z' },
    });
    await runAt('2027-04-15T23:00:00Z');
    expect(await railsOf(order.uid)).toEqual([{ rail: 'promptpay', currency: 'THB' }]);
    expect(await balancesOf(db, account)).toEqual(['500000.00', '490985.00']);
  });

  it('warns and retries on Bangkok time and reports the shortfall in THB', async () => {
    const [account, payee] = await createSides('THB', '1000.00');
    const order = await me.create(
      standingOrderTerms(account, payee, { ...regulatoryInformation, startDate: '2027-02-03', amount: '9000.00' }),
    );
    expect(order.shortfall).toEqual({ amount: '8015.00', currency: 'THB' });
    await runAt('2027-02-02T01:59:59Z');
    expect(await eventsOf('warning')).toEqual([]);
    await runAt('2027-02-02T02:00:00Z');
    expect(await eventsOf('warning')).toMatchObject([
      {
        needed: { amount: '9015.00', currency: 'THB' },
        missing: { amount: '8015.00', currency: 'THB' },
        payDay: '2027-02-03',
      },
    ]);
    await runAt('2027-02-02T23:00:00Z');
    for (const next of ['2027-02-03T02:00:00.000Z', '2027-02-03T06:00:00.000Z', '2027-02-03T10:00:00.000Z']) {
      expect((await me.only()).next).toMatchObject({ state: 'retrying', nextAttemptAt: next });
      await runAt(next);
    }
    expect(await me.history(order.uid)).toMatchObject([{ state: 'failed', attempts: 4 }]);
    expect((await eventsOf('retrying')).map(({ retryTime }) => retryTime)).toEqual([
      '09:00 Bangkok time',
      '13:00 Bangkok time',
      '17:00 Bangkok time',
    ]);
  });

  it('sends amounts above the PromptPay limit by BAHTNET, on working days only', async () => {
    const [account, payee] = await createSides('THB', '4000000.00');
    await expect(
      me.create(
        standingOrderTerms(account, payee, { ...regulatoryInformation, amount: '2000000.01', nonWorkingDay: 'exact' }),
      ),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    const order = await me.create(
      standingOrderTerms(account, payee, { ...regulatoryInformation, amount: '2000000.01', startDate: '2026-12-31' }),
    );
    expect(order.next).toMatchObject({ payDay: '2027-01-04' });
    await runAt('2027-01-03T23:00:00Z');
    expect(await railsOf(order.uid)).toEqual([{ rail: 'bahtnet', currency: 'THB' }]);
  });

  it('refuses a domestic payment from another currency and a reference the rail cannot carry', async () => {
    const [account, payee] = await createSides('THB', '1000.00');
    const [euros] = await createSides('EUR', '1000.00');
    await expect(me.create(standingOrderTerms(euros, payee))).rejects.toMatchObject({ code: 'account_not_usable' });
    await expect(
      me.create(standingOrderTerms(account, payee, { ...regulatoryInformation, reference: 'Miete (2)' })),
    ).rejects.toMatchObject({
      code: 'reference_invalid',
    });
    await expect(me.create(standingOrderTerms(account, payee, { chargeType: 'SHA' }))).rejects.toMatchObject({
      errors: [{ field: 'terms.chargeType' }],
    });
  });
});
