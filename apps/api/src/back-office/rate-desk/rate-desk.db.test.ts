import { randomUUID } from 'node:crypto';
import type { RateDesk } from '@larkmere/contract/back-office/rate-desk';
import { formatRate, readRate } from '@larkmere/money/rate';
import { type RawBuilder, sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import {
  asSystem,
  createDatabase,
  expectRefusal,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { requestQuoteAs } from '../../../../../test/fixtures/fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { FeedUnavailable, type RateFeed } from '../../fx/rate/feeds/feed.ts';
import { fetchRates } from '../../fx/rate/fetch-rates.ts';
import { midRate } from '../../fx/rate/rate.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const [dealer, other, supervisor, finance, auditor] = [
  await signInStaff(base, await seedStaff(db, { role: 'dealer' })),
  await signInStaff(base, await seedStaff(db, { role: 'dealer' })),
  await signInStaff(base, await seedStaff(db, { role: 'super' })),
  await signInStaff(base, await seedStaff(db, { role: 'finance' })),
  await signInStaff(base, await seedStaff(db, { role: 'auditor' })),
];
type Session = typeof dealer;

const address = '/v1/manage/rate';
const show = async (by = dealer): Promise<RateDesk> => (await by.call('GET', address)).body.data;
const post = (by: Session, path: string, sent: object = {}) =>
  by.call('POST', `${address}/${path}`, { ...sent, idempotency: randomUUID() });
const reason = 'The feed shows a price that nobody trades at.';
const propose = async (over: object = {}, by = dealer) => {
  const uid = randomUUID();
  return { uid, ...(await post(by, 'manual', { uid, currency: 'THB', rate: '38.5', hours: 2, reason, ...over })) };
};
const inForce = async (over: object = {}): Promise<string> => {
  const { uid, status } = await propose(over);
  expect(status).toBe(200);
  expect((await post(supervisor, `manual/${uid}/approve`)).status).toBe(200);
  return uid;
};
const stateOf = async (uid: string) => (await show()).manualRates.find((each) => each.uid === uid)?.state;
const baht = async () => formatRate((await asSystem(db, (ctx) => midRate(ctx, 'EUR', 'THB'))).rate, 3);
const fieldsOf = ({ body }: { body: { errors?: { field: string }[] } }) =>
  (body.errors ?? []).map(({ field }) => field);
const actionsOf = async (entity: string): Promise<string[]> =>
  (await db.selectFrom('platform.audit').select('action').where('entity', '=', entity).orderBy('id').execute()).map(
    ({ action }) => action,
  );

/** What time does, without the triggers that keep a decision. */
const asOwner = (statement: RawBuilder<unknown>) =>
  db.transaction().execute(async (tx) => {
    await sql`set local role none`.execute(tx);
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });

let customer: TestUser;
beforeAll(async () => {
  await setMarket(db, 'open');
  customer = await seedCustomer(db, { kind: 'wallet' });
});
beforeEach(async () => {
  await asOwner(sql`delete from rate.manual_rate`);
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
});

describe('a manual rate', () => {
  it('takes a second person, then is what customers are quoted with the usual margin, and ends with its time', async () => {
    const before = await requestQuoteAs(db, customer, { sell: 'EUR', buy: 'THB' });
    const { uid } = await propose();
    expect(await baht()).toBe('37.728');
    expect((await post(dealer, `manual/${uid}/approve`)).status).toBe(403);
    expect((await post(other, `manual/${uid}/approve`)).status).toBe(403);
    expect((await post(supervisor, `manual/${uid}/approve`)).status).toBe(200);
    expect(await baht()).toBe('38.500');
    const after = await requestQuoteAs(db, customer, { sell: 'EUR', buy: 'THB' });
    expect(after.marginBps).toBe(before.marginBps);
    expect(Number(after.midRate)).toBeCloseTo(38.5, 6);
    const desk = await show(auditor);
    expect(desk.rates.find(({ currency }) => currency === 'THB')).toMatchObject({ source: 'manual', isStale: false });
    expect(desk.manualRates[0]).toMatchObject({ uid, state: 'in_force', rate: '38.500000', lastKnown: '37.728000' });

    await seedRates(db, { THB: '37.9' });
    expect(await baht()).toBe('38.500');
    await asOwner(
      sql`update rate.manual_rate set proposed_at = now() - interval '3 hours', decided_at = now() - interval '3 hours',
        ends_at = now() - interval '1 second'`,
    );
    expect(await baht()).toBe('37.900');
    expect(await stateOf(uid)).toBe('expired');
    expect((await post(dealer, `manual/${uid}/end`)).body).toMatchObject({ code: 'invalid_transition' });
    expect(await actionsOf('rate:THB')).toEqual(['rate.manual_proposed', 'rate.manual_approved']);
  });

  it('moves every pair with the currency, and no other', async () => {
    const pound = () => asSystem(db, async (ctx) => formatRate((await midRate(ctx, 'GBP', 'THB')).rate, 4));
    const dollar = () => asSystem(db, async (ctx) => formatRate((await midRate(ctx, 'GBP', 'USD')).rate, 4));
    const [baht0, dollar0] = [Number(await pound()), await dollar()];
    await inForce();
    expect(Number(await pound()) / baht0).toBeCloseTo(38.5 / 37.728, 5);
    expect(await dollar()).toBe(dollar0);
  });

  it('holds while its source is stale, and announces itself to waiting orders', async () => {
    await db
      .updateTable('rate.latest')
      .set({ confirmedAt: new Date(Date.now() - 120_000), validUntil: new Date(Date.now() - 1) })
      .execute();
    await expectRefusal(db, 'rate_unavailable', baht);
    await inForce();
    expect(await baht()).toBe('38.500');
    const { rows } = await sql<{ payload: { source: string; perEuro: Record<string, string> } }>`
      select payload from platform.event where topic = 'rate.moved' order by id desc limit 1`.execute(db);
    expect(rows[0]?.payload).toMatchObject({ source: 'manual', perEuro: { THB: '38.500000000000000' } });
  });

  it('is refused with the field beyond the limits, which are a setting', async () => {
    expect(fieldsOf(await propose({ rate: '38.9' }))).toEqual(['rate']);
    expect(fieldsOf(await propose({ rate: '36.5' }))).toEqual(['rate']);
    expect(fieldsOf(await propose({ rate: '0' }))).toEqual(['rate']);
    expect(fieldsOf(await propose({ rate: 'high' }))).toEqual(['rate']);
    expect(fieldsOf(await propose({ currency: 'EUR', rate: '1' }))).toEqual(['rate']);
    expect(fieldsOf(await propose({ hours: 25 }))).toEqual(['hours']);
    expect((await propose({ currency: 'SEK', rate: '11' })).body).toMatchObject({ code: 'rate_unavailable' });
    await writeSettings(db, sql`insert into rate.desk_setting values (100, 1, now())`);
    expect(fieldsOf(await propose({ hours: 2 }))).toEqual(['hours']);
    expect(fieldsOf(await propose({ hours: 1 }))).toEqual(['rate']);
    await writeSettings(db, sql`delete from rate.desk_setting where deviation_bps = 100`);
  });

  it('is compared again when it is approved', async () => {
    const { uid } = await propose();
    await seedRates(db, { THB: '30' });
    expect(fieldsOf(await post(supervisor, `manual/${uid}/approve`))).toEqual(['rate']);
    expect(await baht()).toBe('30.000');
  });

  it('ends early by one person, gives way to the next, and is withdrawn by its author', async () => {
    const first = await inForce();
    const second = await inForce({ rate: '38.2' });
    expect([await stateOf(first), await stateOf(second), await baht()]).toEqual(['ended', 'in_force', '38.200']);
    expect((await post(other, `manual/${second}/end`)).status).toBe(200);
    expect([await stateOf(second), await baht()]).toEqual(['ended', '37.728']);
    const third = await propose();
    expect((await propose({}, other)).body).toMatchObject({ code: 'invalid_transition' });
    expect((await post(other, `manual/${third.uid}/end`)).status).toBe(403);
    expect((await post(dealer, `manual/${third.uid}/end`)).status).toBe(200);
    const fourth = await propose();
    const refused = await post(supervisor, `manual/${fourth.uid}/refuse`, { note: 'The feed is right again.' });
    expect(refused.status).toBe(200);
    expect([await stateOf(third.uid), await stateOf(fourth.uid)]).toEqual(['withdrawn', 'refused']);
    expect((await post(supervisor, `manual/${fourth.uid}/approve`)).body).toMatchObject({ code: 'invalid_transition' });
  });

  it('is refused by the database with one person, for longer than a day, and when it is over', async () => {
    const { uid } = await propose();
    const set = (text: string) => sql`update rate.manual_rate set ${sql.raw(text)} where id = ${uid}`.execute(db);
    await expect(set(`state = 'approved', decided_by = proposed_by, decided_at = now()`)).rejects.toThrow(
      'manual_rate_by_two',
    );
    await expect(set(`per_euro = 39`)).rejects.toThrow('cannot change');
    await expect(set(`ends_at = ends_at + interval '1 day'`)).rejects.toThrow('cannot change');
    await expect(sql`delete from rate.manual_rate`.execute(db)).rejects.toThrow('cannot change');
    const long = sql`insert into rate.manual_rate (id, currency, per_euro, last_known, ends_at, reason, state, proposed_by)
      select ${randomUUID()}, 'USD', 1, 1, now() + interval '25 hours', reason, 'proposed', proposed_by from rate.manual_rate`;
    await expect(long.execute(db)).rejects.toThrow('manual_rate_of_a_day');
  });

  it('is seen and set only by those with the right', async () => {
    expect((await finance.call('GET', address)).status).toBe(403);
    expect((await propose({}, finance)).status).toBe(403);
    expect((await propose({}, auditor)).status).toBe(403);
  });
});

describe('a source', () => {
  const source = (name: string, text: string) => {
    const feed: RateFeed = {
      name,
      validForSeconds: 60,
      hasHistory: false,
      latest: async (now) => {
        asked.push(name);
        if (silent.has(name)) throw new FeedUnavailable(`${name} is silent`);
        const rate = readRate('EUR', 'THB', text);
        return { pricedAt: now, perEuro: rate ? [rate] : [] };
      },
      history: async () => undefined,
    };
    return feed;
  };
  const asked: string[] = [];
  const silent = new Set<string>();
  const take = fetchRates(
    db,
    { feed: source('first', '37.7'), second: source('second', '37.6'), maxDeviationBps: 100 },
    pino({ level: 'silent' }),
  );
  const fetched = async () => {
    asked.length = 0;
    await take();
    return { asked: [...asked], baht: await baht() };
  };
  const find = async (name: string) => (await show()).sources.find((each) => each.name === name);

  it('is turned off by one person, then not asked, and turned on by two', async () => {
    expect(await fetched()).toEqual({ asked: ['first', 'second'], baht: '37.700' });
    expect(await find('first')).toMatchObject({ isOn: true, answeredAt: expect.any(String), request: null });
    expect((await post(dealer, 'source/first/off', { reason })).status).toBe(200);
    expect(await fetched()).toEqual({ asked: ['second'], baht: '37.600' });
    expect((await post(dealer, 'source/first/off', { reason })).body).toMatchObject({ code: 'invalid_transition' });
    expect((await post(dealer, 'source/first/on/approve')).body).toMatchObject({ code: 'invalid_transition' });
    expect((await post(dealer, 'source/first/on', { reason })).status).toBe(200);
    expect((await post(dealer, 'source/first/on/approve')).body).toMatchObject({ code: 'approver_conflict' });
    expect(await find('first')).toMatchObject({ isOn: false, request: { isOwn: true } });
    expect((await post(other, 'source/first/on/approve')).status).toBe(200);
    expect(await fetched()).toEqual({ asked: ['first', 'second'], baht: '37.700' });
    expect(await actionsOf('rate_source:first')).toEqual(['rate.source_off', 'rate.source_on_asked', 'rate.source_on']);
  });

  it('that only confirms is not asked either, and without any the rate goes stale', async () => {
    silent.add('second');
    await post(dealer, 'source/second/off', { reason });
    expect(await fetched()).toEqual({ asked: ['first'], baht: '37.700' });
    await post(dealer, 'source/first/off', { reason });
    expect((await fetched()).asked).toEqual([]);
    await post(other, 'source/first/on', { reason });
    await post(other, 'source/first/on/refuse');
    expect(await find('first')).toMatchObject({ isOn: false, request: null });
  });

  it('is turned on by the database only for two people, and unknown sources are not found', async () => {
    const on = sql`update rate.source set is_on = true where name = 'first'`;
    await expect(on.execute(db)).rejects.toThrow('without a second person');
    expect((await post(dealer, 'source/nobody/off', { reason })).status).toBe(404);
  });
});
