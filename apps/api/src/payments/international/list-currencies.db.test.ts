import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import { createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { inSession } from '../../../../../test/fixtures/payment.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { listCurrencies } from './international.read.ts';

const { db } = await createDatabase();
const who = await seedCustomer(db);
const list = () =>
  inTransaction(db, (tx, now) => listCurrencies({ tx, now, actor: inSession(who, ''), requestId: 'test' }, {}));

it('lists every SWIFT currency by the rules in force', async () => {
  const currencies = await list();
  expect(currencies).toHaveLength(22);
  expect(currencies.find(({ code }) => code === 'EUR')).toEqual({
    code: 'EUR',
    name: 'Euro',
    minorUnits: 2,
    min: '1.00',
    max: '60000.00',
    chargeTypes: ['SHA', 'OUR'],
    cutoff: null,
    valueDays: 3,
    requirements: ['swt', 'swiftatw'],
    enabled: true,
    message: null,
  });
  expect(currencies.find(({ code }) => code === 'JPY')).toMatchObject({
    minorUnits: 0,
    min: expect.stringMatching(/^\d+$/),
  });
});

it('applies a later rule from its effective time, and reports a disabled service', async () => {
  await writeSettings(
    db,
    sql`insert into payment.rail_rule select rail, currency, now(), 5000, 700000, calendar, time_zone, 480, 990, arrival_seconds, arrival_days
    from payment.rail_rule where rail = 'swift' and currency = 'EUR'`,
  );
  await writeSettings(
    db,
    sql`insert into payment.rail_rule select rail, currency, now() + interval '1 day', 9000, max_minor, calendar, time_zone, 0, 1440, arrival_seconds, arrival_days
    from payment.rail_rule where rail = 'swift' and currency = 'THB'`,
  );
  await sql`update payment.service_availability set is_on = false, message = 'Back at noon.' where key = 'payment.swift'`.execute(
    db,
  );
  const currencies = await list();
  expect(currencies.find(({ code }) => code === 'EUR')).toMatchObject({
    min: '50.00',
    max: '7000.00',
    cutoff: { time: '16:30', zone: 'Europe/London' },
    enabled: false,
    message: 'Back at noon.',
  });
  expect(currencies.find(({ code }) => code === 'THB')).toMatchObject({ min: '50.00' });
});
