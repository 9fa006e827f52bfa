import { randomUUID } from 'node:crypto';
import type { ApiCall, ResendRequest } from '@larkmere/contract/back-office/api-log';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedAccount, seedCustomer, seedPayee } from '../../../../../test/fixtures/base.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { openLog } from '../../platform/observability/log.ts';
import { openCallStore } from './store-calls.ts';

const { db, url } = await createDatabase();
// The bank of this server does not answer.
const { base } = await startTestApi(url);
const [maker, checker] = [await signInStaff(base, await seedStaff(db)), await signInStaff(base, await seedStaff(db))];
const store = openCallStore(db, openLog('silent'));

type Found = { list: ApiCall[]; hasMore: boolean; total: number; failed: number; partners: string[] };
const search = async (filter: object = {}): Promise<Found> =>
  (await maker.call('POST', '/v1/manage/api/search', filter)).body.data as Found;
const until = async <T>(read: () => Promise<T | undefined>): Promise<T> => {
  for (let i = 0; i < 200; i++) {
    const found = await read();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not happen');
};

const payer = await seedCustomer(db);
const account = await seedAccount(db, payer);
const payment = await seedPaymentRow(db, payer, account, await seedPayee(db, payer), { state: 'submitted' });
const { reference } = await db
  .selectFrom('payment.payment')
  .select('reference')
  .where('id', '=', payment)
  .executeTakeFirstOrThrow();

/** A delivery that failed and is tried again in five minutes, with the call that it made. */
async function seedFailedCall(listener: string, { isDone = false } = {}): Promise<string> {
  const { rows } = await sql<{ id: bigint }>`
    insert into platform.event (topic, payload, correlation_id, is_fanned_out)
    values ('test.sent', ${JSON.stringify({ paymentId: payment })}, ${randomUUID()}, true) returning id`.execute(db);
  const eventId = rows[0]?.id ?? 0n;
  await sql`insert into platform.delivery (event_id, listener, attempts, run_after, last_error, done_at)
    values (${eventId}, ${listener}, 4, now() + interval '5 minutes', 'no answer', ${isDone ? new Date() : null})`.execute(
    db,
  );
  const correlationId = `test:${randomUUID()}`;
  store.record({
    direction: 'out',
    partner: 'bank',
    operation: 'POST /v1/payments',
    at: new Date(),
    latencyMs: 8000,
    status: null,
    outcome: 'no_answer',
    correlationId,
    paymentId: payment,
    delivery: { eventId, listener, attempt: 4 },
    request: '<Document><Cdtr><Nm>Kanarienvogel</Nm></Cdtr><InstdAmt Ccy="GBP">25.00</InstdAmt></Document>',
    response: null,
  });
  await store.flush();
  const { list } = await search({ search: correlationId });
  return list[0]?.id ?? '';
}

const nextTry = async (call: string): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from d.run_after - now())::int as seconds from api_log.call c
      join platform.delivery d on d.event_id = c.event_id and d.listener = c.listener where c.id = ${call}`.execute(db);
  return rows[0]?.seconds ?? -1;
};
const ask = async (id: string, reason = 'The bank says that it has not seen it') =>
  (await maker.call('POST', '/v1/manage/api/resend', { id, reason, idempotency: randomUUID() })).body as {
    data: ResendRequest;
    code?: string;
    reason?: { code: string };
  };
const decide = async (by: typeof maker, uid: string, how: 'approve' | 'refuse', more: object = {}) =>
  (await by.call('POST', `/v1/manage/api/resend/${uid}/${how}`, { idempotency: randomUUID(), ...more })).body;

describe('the log', () => {
  it('keeps a request of a client with its refusal, and nothing that was typed', async () => {
    const answer = await maker.call('POST', '/v1/manage/customer/search', { search: 'x', note: 'Kanarienvogel' });
    const requestId = answer.body.requestId as string;
    const call = await until(async () => (await search({ search: requestId })).list[0]);
    expect(call).toMatchObject({
      direction: 'in',
      partner: 'staff_app',
      operation: 'POST /v1/manage/customer/search',
      status: 400,
      outcome: 'refused',
      requestRedacted: { search: '[masked]', note: '[masked]' },
      responseRedacted: { code: 'validation_failed' },
      resendable: false,
      resendBar: 'incoming',
    });
    const { rows } = await sql`select from api_log.call where call::text like '%Kanarienvogel%'`.execute(db);
    expect(rows).toEqual([]);
  });

  it('keeps what a job asks a partner that does not answer', async () => {
    await sql`update payment.payment set next_update_at = now() - interval '1 minute' where id = ${payment}`.execute(
      db,
    );
    const call = await until(async () =>
      (await search({ search: reference, partner: 'bank' })).list.find(
        ({ operation }) => operation === 'POST /v1/enquiries',
      ),
    );
    expect(call).toMatchObject({
      direction: 'out',
      status: null,
      outcome: 'no_answer',
      payment: { uid: payment, reference, state: 'submitted', amount: { amount: '25.00', currency: 'GBP' } },
      customer: { memberCode: payer.customer.memberCode },
      resendBar: 'not_repeatable',
    });
  });

  it('filters by direction, partner, outcome, latency and text, and pages without gaps', async () => {
    const id = await seedFailedCall('dispatch-payment');
    const all = await search({ partner: 'bank', outcome: 'no_answer', direction: 'out', minLatencyMs: 5000 });
    expect(all.list.map((call) => call.id)).toContain(id);
    expect(all.list.every(({ latencyMs }) => latencyMs >= 5000)).toBe(true);
    expect((await search({ search: 'v1/PAYMENTS' })).list.map((call) => call.id)).toContain(id);
    expect((await search({ direction: 'in', search: payment })).list).toEqual([]);
    expect(all.partners).toContain('bank');
    expect(all.failed).toBeGreaterThan(0);

    for (let i = 0; i < 120; i++)
      store.record({
        direction: 'in',
        partner: 'page_test',
        operation: `GET /v1/${i}`,
        at: new Date(),
        latencyMs: 1,
        status: 200,
        outcome: 'answered',
        correlationId: `page:${i}`,
        request: null,
        response: null,
      });
    await store.flush();
    const seen: string[] = [];
    let after: object | undefined;
    for (let page = 0; page < 3; page++) {
      const { list } = await search({ partner: 'page_test', ...(after && { after }) });
      seen.push(...list.map((call) => call.id));
      const last = list.at(-1);
      after = last && { at: last.at, id: last.id };
    }
    expect(new Set(seen).size).toBe(120);
  });

  it('records each search with whom it showed', async () => {
    await search({ search: payer.customer.memberCode });
    const { rows } = await sql<{ detail: { typed: string } }>`
      select detail from platform.audit where action = 'api_log.searched' order by id desc limit 1`.execute(db);
    expect(rows[0]?.detail.typed).toMatch(/^LM-\d\d•+$/);
  });

  it('cannot be changed, and drops whole days when they are too old', async () => {
    await expect(sql`delete from api_log.call`.execute(db)).rejects.toThrow('permission denied');
    await sql`select api_log.create_partition('2020-02-03')`.execute(db);
    const { rows } = await sql<{ dropped: number }>`select api_log.drop_old_partitions() as dropped`.execute(db);
    expect(rows[0]?.dropped).toBe(1);
    expect((await search()).total).toBeGreaterThan(0);
  });
});

describe('a call that is sent again', () => {
  it('goes at once where no money moves', async () => {
    const id = await seedFailedCall('open-accounts');
    expect(await nextTry(id)).toBeGreaterThan(200);
    expect((await ask(id)).data).toMatchObject({ state: 'sent', movesMoney: false, isOwn: true });
    expect(await nextTry(id)).toBeLessThanOrEqual(20);
  });

  it('waits for a second person where money may move', async () => {
    const id = await seedFailedCall('dispatch-payment');
    const { data: request } = await ask(id);
    expect(request).toMatchObject({ state: 'waiting', movesMoney: true });
    expect(await nextTry(id)).toBeGreaterThan(200);
    expect(await decide(maker, request.uid, 'approve')).toMatchObject({ code: 'approver_conflict' });
    expect((await ask(id)).reason).toMatchObject({ code: 'api_resend_waiting' });
    const { list } = (await checker.call('GET', '/v1/manage/api/resend')).body.data as { list: ResendRequest[] };
    expect(list).toMatchObject([{ uid: request.uid, isOwn: false, operation: 'POST /v1/payments' }]);
    expect((await decide(checker, request.uid, 'approve')).data).toMatchObject({ state: 'sent' });
    expect(await nextTry(id)).toBeLessThanOrEqual(20);
    expect(await decide(checker, request.uid, 'approve')).toMatchObject({ code: 'invalid_transition' });
  });

  it('stays as planned when the second person refuses', async () => {
    const id = await seedFailedCall('execute-cover');
    const { data: request } = await ask(id);
    const refused = await decide(checker, request.uid, 'refuse', { note: 'The bank is down until noon' });
    expect(refused.data).toMatchObject({ state: 'refused', note: 'The bank is down until noon' });
    expect(await nextTry(id)).toBeGreaterThan(200);
  });

  it.each([
    ['that has its answer', 'dispatch-payment', true, 'api_call_answered'],
    ['whose repetition is not safe', 'mail-welcome', false, 'api_call_not_repeatable'],
  ])('is refused for one %s', async (_, listener, isDone, reason) => {
    const id = await seedFailedCall(listener, { isDone });
    expect(await ask(id)).toMatchObject({ code: 'invalid_transition', reason: { code: reason } });
  });

  it('is refused for what is not in the log, and without a reason', async () => {
    expect(await ask(randomUUID())).toMatchObject({ code: 'not_found' });
    expect(await ask(await seedFailedCall('open-accounts'), 'short')).toMatchObject({ code: 'validation_failed' });
  });

  it('cannot be agreed to by its maker in the database either', async () => {
    const { data } = await ask(await seedFailedCall('deliver-recall'));
    await expect(
      sql`update api_log.resend set state = 'sent', decided_by = requested_by, decided_at = now() where id = ${data.uid}`.execute(
        db,
      ),
    ).rejects.toThrow('maker_is_not_checker');
    await expect(sql`update api_log.resend set state = 'sent' where id = ${data.uid}`.execute(db)).rejects.toThrow(
      'money_takes_two',
    );
  });
});
