import { randomUUID } from 'node:crypto';
import type { MatrixChange, ServiceControl, ServiceEvent } from '@larkmere/contract/back-office/service-control';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { getServiceAvailability } from '../../reference/service-availability/service-availability.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const [maker, checker, supervisor] = [
  await signInStaff(base, await seedStaff(db, { role: 'settings' })),
  await signInStaff(base, await seedStaff(db, { role: 'settings' })),
  await signInStaff(base, await seedStaff(db, { role: 'super' })),
];
const plus = await seedCustomer(db);
const wallet = await seedCustomer(db, { kind: 'wallet' });

type Who = typeof maker;
const send = async (who: Who, method: 'POST' | 'PUT' | 'DELETE', path: string, input: object = {}) =>
  (await who.call(method, path, { idempotency: randomUUID(), ...input })).body as never as {
    data: never;
    code?: string;
    reason?: { code: string };
    errors?: { field: string; reason?: { code: string } }[];
  };
const text = { message: { en: 'Back this afternoon.' }, reason: 'The bank is being maintained' };
const off = { services: ['payment.gbp'], kind: 'incident', mode: 'off', confirmation: 'payment.gbp', ...text };
const plan = async (input: object, who: Who = maker) => {
  const body = await send(who, 'POST', '/v1/manage/scs', input);
  return { ...body, event: (body.data as { event: ServiceEvent } | undefined)?.event as ServiceEvent };
};
const later = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const isOn = (key: string, customer: typeof plus | null = plus): Promise<boolean> =>
  inTransaction(db, async (tx) => (await getServiceAvailability(tx, key, customer?.customer.id ?? null)).isAvailable);
const overview = async (): Promise<ServiceControl> =>
  (await maker.call('GET', '/v1/manage/scs')).body.data as ServiceControl;
const stateOf = async (key: string) => (await overview()).services.find(({ service }) => service === key);

beforeEach(async () => {
  await sql`update service_control.event set state = 'cancelled' where state in ('scheduled', 'proposed')`.execute(db);
});

describe('turning a service off', () => {
  it('takes one person, who types its name, and works at once', async () => {
    expect((await plan({ ...off, confirmation: 'payment.eur' })).errors).toMatchObject([{ field: 'confirmation' }]);
    expect(await isOn('payment.gbp')).toBe(true);
    const { event } = await plan(off);
    expect(event).toMatchObject({ state: 'active', approvedBy: null });
    expect(await isOn('payment.gbp')).toBe(false);
    expect(await isOn('payment.eur')).toBe(true);
    expect(await stateOf('payment.gbp')).toMatchObject({
      plus: { isOn: false, decidedBy: 'event', message: 'Back this afternoon.' },
      matrix: { plus: 'on' },
    });
  });

  it('is taken back by two: one asks, another agrees', async () => {
    const { event } = await plan(off);
    const path = `/v1/manage/scs/${event.uid}`;
    expect((await send(maker, 'DELETE', path)).code).toBe('invalid_transition');
    for (const wish of [{ endsAt: later(60) }, { startsAt: later(60) }, { message: { en: 'Back tomorrow.' } }])
      expect(await send(checker, 'PUT', path, wish)).toMatchObject({ code: 'invalid_transition' });
    expect((await overview()).events.find(({ uid }) => uid === event.uid)?.endRequestedBy).toBeNull();
    expect((await send(checker, 'PUT', path)).data).toMatchObject({ state: 'active', mayDecide: false });
    expect((await send(checker, 'POST', `${path}/approve`)).code).toBe('approver_conflict');
    expect(await isOn('payment.gbp')).toBe(false);
    const refused = await send(maker, 'POST', `${path}/refuse`, { note: 'The bank is still down' });
    expect(refused.data).toMatchObject({ state: 'active', endRequestedBy: null });
    await send(checker, 'PUT', path);
    expect((await send(maker, 'POST', `${path}/approve`)).data).toMatchObject({ state: 'ended' });
    expect(await isOn('payment.gbp')).toBe(true);
  });

  it('reaches only its audience', async () => {
    await plan({ ...off, services: ['fx.instant'], confirmation: 'fx.instant', audience: 'wallet' });
    expect([await isOn('fx.instant'), await isOn('fx.instant', wallet), await isOn('fx.instant', null)]).toEqual([
      true,
      false,
      true,
    ]);
    const code = plus.customer.memberCode;
    const single = await plan({ ...off, audience: 'customers', customers: [code.toLowerCase(), code] });
    expect(single.data).toMatchObject({ affected: 1 });
    expect([await isOn('payment.gbp'), await isOn('payment.gbp', wallet)]).toEqual([false, true]);
    expect((await plan({ ...off, audience: 'customers', customers: ['LM-00000'] })).errors).toMatchObject([
      { field: 'customers', reason: { code: 'service_customer_unknown' } },
    ]);
  });

  it('as a drill is only recorded', async () => {
    const body = await send(maker, 'POST', '/v1/manage/scs', { ...off, drill: true });
    expect(body.data).toMatchObject({ event: null, affected: 2 });
    expect(await isOn('payment.gbp')).toBe(true);
    const { rows } = await sql`select from platform.audit where action = 'service_control.drill'`.execute(db);
    expect(rows).toHaveLength(1);
  });

  it('closes logins, payees and statements at their calls', async () => {
    await plan({ ...off, services: ['register'], confirmation: 'register' });
    const answer = await fetch(`${base}/api/services/v1/registration`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const body = (await answer.json()) as { code: string };
    expect([answer.status, body.code]).toEqual([503, 'service_off']);
  });
});

describe('a planned event', () => {
  const planned = { ...off, startsAt: later(60), endsAt: later(120) };

  it('waits for a second person, and then for its time', async () => {
    const { event } = await plan(planned);
    expect(event).toMatchObject({ state: 'proposed', mayDecide: false });
    expect((await send(maker, 'POST', `/v1/manage/scs/${event.uid}/approve`)).code).toBe('approver_conflict');
    expect((await send(supervisor, 'POST', `/v1/manage/scs/${event.uid}/approve`)).data).toMatchObject({
      state: 'scheduled',
    });
    expect(await isOn('payment.gbp')).toBe(true);
    await sql`update service_control.event set starts_at = now() - interval '1 minute' where id = ${event.uid}`.execute(
      db,
    );
    expect(await isOn('payment.gbp')).toBe(false);
    await sql`update service_control.event set starts_at = now() - interval '2 minutes', ends_at = now() - interval '1 minute' where id = ${event.uid}`.execute(
      db,
    );
    expect(await isOn('payment.gbp')).toBe(true);
  });

  it('waits again after a change, and can be called off before it begins', async () => {
    const { event } = await plan(planned);
    await send(supervisor, 'POST', `/v1/manage/scs/${event.uid}/approve`);
    const changed = await send(maker, 'PUT', `/v1/manage/scs/${event.uid}`, {
      startsAt: later(90),
      endsAt: later(120),
    });
    expect(changed.data).toMatchObject({ state: 'proposed', approvedBy: null });
    expect((await send(maker, 'DELETE', `/v1/manage/scs/${event.uid}`)).data).toMatchObject({ state: 'cancelled' });
    expect((await send(supervisor, 'POST', `/v1/manage/scs/${event.uid}/approve`)).code).toBe('invalid_transition');
  });

  it('needs no second person for a notice, which stops nothing', async () => {
    const { event } = await plan({ ...planned, mode: 'notice', confirmation: undefined });
    expect(event).toMatchObject({ state: 'scheduled' });
  });

  it('lets payments wait until two people end it, and no other service', async () => {
    const queue = { ...off, mode: 'queue', services: ['payment.gbp', 'payment.swift'] };
    for (const service of ['login', 'card', 'fx.instant'])
      expect((await plan({ ...queue, services: ['payment.gbp', service] })).errors).toMatchObject([
        { field: 'mode', reason: { code: 'service_cannot_queue' } },
      ]);
    const { event } = await plan(queue);
    expect(event).toMatchObject({ state: 'active', mode: 'queue' });
    expect(await isOn('payment.gbp')).toBe(true);
    const path = `/v1/manage/scs/${event.uid}`;
    await send(checker, 'PUT', path);
    expect((await send(checker, 'POST', `${path}/approve`)).code).toBe('approver_conflict');
    expect((await send(maker, 'POST', `${path}/approve`)).data).toMatchObject({ state: 'ended' });
    const other = sql`update service_control.event set services = '{login}' where id = ${event.uid}`.execute(db);
    await expect(other).rejects.toThrow('event_only_payments_wait');
  });

  it.each([
    ['a start in the past', { startsAt: later(-5) }, 'startsAt'],
    ['an end before the start', { startsAt: later(60), endsAt: later(30) }, 'endsAt'],
    ['an unknown service', { services: ['payment.xyz'] }, 'services.0'],
    ['no reason', { reason: 'short' }, 'reason'],
    ['no text', { message: { en: '' } }, 'message.en'],
  ])('is refused with %s', async (_, change, field) => {
    expect((await plan({ ...planned, ...change })).errors).toMatchObject([{ field }]);
  });
});

describe('the defaults', () => {
  const change = async (rows: object[], who: Who = maker) =>
    send(who, 'POST', '/v1/manage/setting/setting-services-control', { rows, reason: 'Wallets do not need it yet' });
  const decide = (who: Who, uid: string, how: 'approve' | 'refuse', more: object = {}) =>
    send(who, 'POST', `/v1/manage/setting/setting-services-control/${uid}/${how}`, more);

  it('turn off by one person, on by two', async () => {
    const turnedOff = (await change([{ service: 'pis', plus: 'on', wallet: 'off' }])).data as MatrixChange;
    expect(turnedOff.state).toBe('applied');
    expect([await isOn('pis'), await isOn('pis', wallet)]).toEqual([true, false]);
    const turnedOn = (await change([{ service: 'pis', plus: 'on', wallet: 'on' }])).data as MatrixChange;
    expect(turnedOn).toMatchObject({ state: 'proposed', mayDecide: false });
    expect(await isOn('pis', wallet)).toBe(false);
    expect((await decide(maker, turnedOn.uid, 'approve')).code).toBe('access_denied');
    expect((await decide(supervisor, turnedOn.uid, 'approve')).data).toMatchObject({ state: 'applied' });
    expect(await isOn('pis', wallet)).toBe(true);
  });

  it('are refused without a change, twice for a service, and when they have changed since', async () => {
    expect((await change([{ service: 'pis', plus: 'on', wallet: 'on' }])).errors).toMatchObject([{ field: 'rows' }]);
    const twice = { service: 'standing', plus: 'off', wallet: 'off' };
    expect((await change([twice, twice])).errors).toMatchObject([{ field: 'rows.1.service' }]);
    await change([twice]);
    const on = (await change([{ service: 'standing', plus: 'on', wallet: 'off' }])).data as MatrixChange;
    await sql`update payment.service_availability set is_on = true where key = 'standing'`.execute(db);
    await sql`update payment.service_availability set plus = 'on', wallet = 'on' where key = 'standing'`.execute(db);
    expect((await decide(supervisor, on.uid, 'approve')).reason?.code).toBe('setting_outdated');
    const refused = await decide(supervisor, on.uid, 'refuse', { note: 'It was done in the meantime' });
    expect(refused.data).toMatchObject({ state: 'refused' });
  });

  it('give way to an event, and an event to a breaker', async () => {
    await plan({ ...off, services: ['payment.thb'], confirmation: 'payment.thb', message: { en: 'An event.' } });
    expect((await stateOf('payment.thb'))?.plus).toMatchObject({ decidedBy: 'event', message: 'An event.' });
    await sql`update service_control.breaker set mode = 'forced_off', message = 'A breaker.' where service = 'payment.thb'`.execute(
      db,
    );
    expect((await stateOf('payment.thb'))?.plus).toMatchObject({ decidedBy: 'breaker', message: 'A breaker.' });
    await sql`update service_control.breaker set state = 'open', opened_at = now() where service = 'payment.eur'`.execute(
      db,
    );
    expect((await stateOf('payment.eur'))?.plus).toMatchObject({ isOn: false, decidedBy: 'breaker' });
  });
});

it('lets nobody agree to what is their own, in the database either', async () => {
  const { event } = await plan({ ...off, startsAt: later(60) });
  const own = sql`update service_control.event set state = 'scheduled', approved_by = created_by, approved_at = now() where id = ${event.uid}`;
  await expect(own.execute(db)).rejects.toThrow('event_maker_is_not_checker');
});
