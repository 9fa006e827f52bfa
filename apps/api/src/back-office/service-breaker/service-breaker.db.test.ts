import { randomUUID } from 'node:crypto';
import type { BreakerRequest, ServiceBreakers } from '@larkmere/contract/back-office/service-breaker';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase } from '../../../../../test/fixtures/base.ts';
import { startOtherBanks } from '../../../../../test/fixtures/open-banking.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { paymentBank } from '../../payments/execution/rails/payment-bank.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { createServiceBreakers } from '../../platform/http/service-breakers.ts';
import { getServiceAvailability } from '../../reference/service-availability/service-availability.ts';
import { createFollower } from '../../reference/service-breaker/follow-breakers.ts';

const { db, url } = await createDatabase();
const bank = await startOtherBanks();
const { base } = await startTestApi(url, { bankUrl: bank.baseUrl, railSecret: bank.secret });

const people = {
  operations: await seedStaff(db, { role: 'payment_operations' }),
  support: await seedStaff(db, { role: 'support' }),
  settings: await seedStaff(db, { role: 'settings' }),
  supervisor: await seedStaff(db, { role: 'super' }),
  auditor: await seedStaff(db, { role: 'auditor' }),
  finance: await seedStaff(db, { role: 'finance' }),
};
const [operations, support, settings, supervisor, auditor, finance] = [
  await signInStaff(base, people.operations),
  await signInStaff(base, people.support),
  await signInStaff(base, people.settings),
  await signInStaff(base, people.supervisor),
  await signInStaff(base, people.auditor),
  await signInStaff(base, people.finance),
];
type Session = typeof operations;

const path = '/v1/manage/setting/service-breaker';
const reason = 'Northbank answers wrongly since noon.';
const change = (by: Session, sent: object, idempotency = randomUUID()) =>
  by.call('POST', path, { service: 'payment.gbp', reason, ...sent, idempotency });
const forceOff = (by: Session, over: object = {}) =>
  change(by, {
    mode: 'forced_off',
    typedName: 'GBP payments',
    customerMessage: 'UK payments are delayed. Next update at 14:30.',
    ...over,
  });
const decide = (by: Session, uid: string, verb = 'approve', sent: object = {}) =>
  by.call('POST', `${path}/${uid}/${verb}`, { ...sent, idempotency: randomUUID() });
const shown = async (by: Session = operations): Promise<ServiceBreakers> => (await by.call('GET', path)).body.data;
const breakerOf = ({ list }: ServiceBreakers, service = 'payment.gbp') => list.find((each) => each.service === service);
const waitingOf = ({ requests }: ServiceBreakers): BreakerRequest | undefined =>
  requests.find(({ state }) => state === 'waiting');
const availability = () => inTransaction(db, (tx) => getServiceAvailability(tx, 'payment.gbp'));

describe('force a service off and turn it on again', () => {
  it('takes one person to turn it off, and closes the form with the message', async () => {
    expect((await finance.call('GET', path)).status).toBe(403);
    expect((await forceOff(auditor)).status).toBe(403);
    expect((await forceOff(support, { typedName: 'GBP' })).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'typedName' }],
    });
    expect((await forceOff(support, { customerMessage: undefined })).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'customerMessage' }],
    });
    expect(await availability()).toMatchObject({ isAvailable: true });
    const { status, body } = await forceOff(support, { typedName: ' gbp PAYMENTS ' });
    expect(status).toBe(200);
    expect(breakerOf(body.data)).toMatchObject({ mode: 'forced_off', changedBy: expect.stringMatching(/^Staff/) });
    expect(await availability()).toEqual({
      isAvailable: false,
      message: 'UK payments are delayed. Next update at 14:30.',
      disabledUntil: null,
    });
  });

  it('reaches another process, which then sends nothing new but still asks for outcomes', async () => {
    const breakers = createServiceBreakers();
    const follow = createFollower(breakers);
    const turn = () =>
      follow((work) =>
        inTransaction(db, (tx, now) => work({ tx, now, actor: { kind: 'system', name: 'test' }, requestId: 'test' })),
      );
    const other = paymentBank(bank, breakers);
    expect(other.admit('faster-payments')).toBeDefined();
    await turn();
    expect(other.admit('faster-payments')).toBeUndefined();
    expect(other.admit('swift')).toBeDefined();
    expect(breakers.gate('payment.gbp').admit('follow_up')).toBeDefined();
  });

  it('takes two people and a test call to turn it on', async () => {
    expect((await change(settings, { mode: 'forced_off', figures: undefined })).status).toBe(400);
    const asked = await change(settings, { mode: 'auto' });
    expect(asked.status).toBe(200);
    const request = waitingOf(asked.body.data);
    expect(request).toMatchObject({
      service: 'payment.gbp',
      mode: 'auto',
      isOwn: true,
      test: { outcome: 'answered', status: 200 },
    });
    expect((await change(operations, { mode: 'auto' })).body).toMatchObject({ code: 'invalid_transition' });
    expect((await decide(settings, request?.uid ?? '')).body).toMatchObject({ code: 'approver_conflict' });
    expect((await availability()).isAvailable).toBe(false);
    const refused = await decide(operations, request?.uid ?? '', 'refuse', { note: 'The bank still reports errors.' });
    expect(refused.body.data.requests[0]).toMatchObject({ state: 'refused', note: 'The bank still reports errors.' });
    expect((await decide(operations, request?.uid ?? '')).body).toMatchObject({ code: 'invalid_transition' });

    const again = waitingOf((await change(settings, { mode: 'auto' })).body.data);
    const approved = await decide(operations, again?.uid ?? '');
    expect(breakerOf(approved.body.data)).toMatchObject({ mode: 'auto', state: 'closed', customerMessage: null });
    expect((await availability()).isAvailable).toBe(true);
    expect((await change(settings, { mode: 'auto' })).body).toMatchObject({ code: 'invalid_transition' });
    const { rows } = await sql<{ action: string }>`
      select action from platform.audit where entity = 'service:payment.gbp' order by id`.execute(db);
    expect(rows.map(({ action }) => action)).toEqual([
      'breaker.forced_off',
      'breaker.on_requested',
      'breaker.on_refused',
      'breaker.on_requested',
      'breaker.turned_on',
    ]);
  });

  it('as a drill is only recorded', async () => {
    const { status, body } = await forceOff(support, { drill: true });
    expect([status, breakerOf(body.data)?.mode]).toEqual([200, 'auto']);
    expect((await forceOff(support, { drill: true, typedName: 'GBP' })).status).toBe(400);
    expect((await change(settings, { mode: 'forced_on', drill: true })).body.errors).toMatchObject([
      { field: 'drill' },
    ]);
    const { rows } = await sql`select detail from platform.audit where action = 'breaker.drill'`.execute(db);
    expect(rows).toMatchObject([{ detail: { from: 'auto', reason } }]);
  });

  it('does not turn on with a test call from before it was forced off', async () => {
    const asked = waitingOf((await change(settings, { mode: 'forced_on' })).body.data)?.uid ?? '';
    await forceOff(support);
    expect((await decide(operations, asked)).body).toMatchObject({
      code: 'invalid_transition',
      message: expect.stringMatching(/^Nothing was changed. The service was turned off after this test call/),
    });
    expect((await availability()).isAvailable).toBe(false);
    await decide(operations, asked, 'refuse', { note: 'It was turned off again.' });
    const again = waitingOf((await change(settings, { mode: 'auto' })).body.data)?.uid ?? '';
    expect((await decide(operations, again)).status).toBe(200);
    expect((await availability()).isAvailable).toBe(true);
  });

  it('shows a test call without an answer, and makes one request under one key', async () => {
    const key = randomUUID();
    const sent = { service: 'wallet.topup', mode: 'forced_on' };
    const first = await change(settings, sent, key);
    expect(waitingOf(first.body.data)).toMatchObject({ test: { outcome: 'no_answer', status: null } });
    expect((await change(settings, sent, key)).status).toBe(200);
    expect((await shown()).requests.filter(({ state }) => state === 'waiting')).toHaveLength(1);
  });

  it('is refused by the database without a second person', async () => {
    const uid = waitingOf(await shown())?.uid ?? '';
    const settingsId = people.settings.id;
    const constraintOf = (statement: ReturnType<typeof sql>) =>
      statement.execute(db).then(
        () => null,
        ({ constraint }: { constraint?: string }) => constraint,
      );
    expect(
      await constraintOf(
        sql`update service_control.breaker_request set state = 'approved', decided_by = ${settingsId}, decided_at = now() where id = ${uid}`,
      ),
    ).toBe('breaker_request_by_two');
    expect(
      await constraintOf(
        sql`update service_control.breaker set mode = 'forced_on', request_id = ${uid} where service = 'wallet.topup'`,
      ),
    ).toBe('breaker_turned_on_by_two');
    expect(
      await constraintOf(
        sql`update service_control.breaker_request set requested_by = ${people.support.id} where id = ${uid}`,
      ),
    ).toBe('breaker_request_is_final');
    expect((await decide(operations, uid)).status).toBe(200);
    expect((await forceOff(support, { service: 'wallet.topup', typedName: 'Wallet top-up by card' })).status).toBe(200);
    expect(
      await constraintOf(sql`update service_control.breaker set mode = 'forced_on' where service = 'wallet.topup'`),
    ).toBe('breaker_turned_on_by_two');
  });
});

describe('the figures of a breaker', () => {
  it('change by two people, the second with the right to approve', async () => {
    const figures = {
      failureRatePct: 40,
      minCalls: 20,
      windowSec: 60,
      coolOffSec: 120,
      trialCalls: 5,
      slowCallMs: 4000,
    };
    expect((await change(settings, { figures: { ...figures, trialCalls: 0 } })).status).toBe(400);
    expect((await change(operations, { figures })).status).toBe(403);
    const { body } = await change(settings, { figures });
    const [proposed] = (body.data as ServiceBreakers).changes;
    expect(proposed).toMatchObject({
      service: 'payment.gbp',
      isOwn: true,
      changes: [
        { figure: 'failureRatePct', from: '50', to: '40' },
        { figure: 'slowCallMs', from: '5000', to: '4000' },
      ],
    });
    expect((await decide(operations, proposed?.uid ?? '')).status).toBe(403);
    expect((await decide(supervisor, proposed?.uid ?? '')).status).toBe(200);
    await vi.waitFor(async () => expect(breakerOf(await shown())?.figures).toEqual(figures), { timeout: 20_000 });
    expect((await change(settings, { figures })).body).toMatchObject({ code: 'validation_failed' });
    expect((await decide(supervisor, v7())).status).toBe(404);
  });
});

describe('the page', () => {
  it('counts the calls of a service by minute and in its window', async () => {
    await sql`select api_log.create_partition(current_date)`.execute(db);
    await sql`insert into api_log.call (id, at, direction, partner, operation, outcome, latency_ms, correlation_id, service)
      select gen_random_uuid(), now() - n * interval '1 second', 'out', 'bank', 'POST /v1/payments',
        case n when 1 then 'no_answer' else 'answered' end, case n when 2 then 9000 else 10 end, 'test', 'payment.eur'
      from generate_series(1, 4) as n`.execute(db);
    const euros = breakerOf(await shown(auditor), 'payment.eur');
    expect(euros).toMatchObject({ failureRate: 50, callsInWindow: 4, state: 'closed', mode: 'auto' });
    const sum = (euros?.minutes ?? []).reduce((total, { calls, failed }) => total + calls * 10 + failed, 0);
    expect(sum).toBe(42);
    expect(breakerOf(await shown(), 'payment.thb')).toMatchObject({ failureRate: null, callsInWindow: 0, minutes: [] });
  });

  it('puts a stopped service on the home page of those who decide it', async () => {
    const { body } = await operations.call('GET', '/v1/manage/dashboard');
    expect(body.data.find(({ key }: { key: string }) => key === 'breakers_open')).toMatchObject({
      count: 1,
      isOwn: true,
      link: '/manage/setting/service-breaker',
    });
  });
});
