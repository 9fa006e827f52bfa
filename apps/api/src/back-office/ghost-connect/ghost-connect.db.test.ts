import { randomUUID } from 'node:crypto';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { caller, seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { asSystem, createDatabase, runJob, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { openSocket } from '../../../../../test/fixtures/socket.ts';
import { seedStaff, signInStaff, signInStaffBrowser, totpProof } from '../../../../../test/fixtures/staff.ts';
import {
  connectTo,
  freshCodeOf,
  openLink,
  readConsentCode,
  requestConsentOf,
  visit,
} from '../../../../../test/fixtures/visit.ts';
import { pushLiveNotice } from '../../platform/events/live.ts';
import { visitEnds } from './end-visit.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails, mailsTo } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail });

async function staffOf(role: StaffRole) {
  const staff = await seedStaff(db, { role });
  return { db, base, staff, session: await signInStaff(base, staff) };
}

let who: TestUser;
beforeEach(async () => {
  who = await seedCustomer(db);
  await seedCredentials(db, who);
});

const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const codeOf = ({ body }: { body: { code?: string } }): string | undefined => body.code;
const asBreakGlass = { basis: 'break_glass', breakGlassReason: 'A report to the agency must stay unknown to them' };
const auditOf = async (action: string, entity: string) =>
  (
    await sql<{ actorKind: string; actorId: string; onBehalfOf: string; sessionId: string; detail: object }>`
      select actor_kind, actor_id, on_behalf_of, session_id, detail from platform.audit
      where action = ${action} and entity = ${entity} order by id`.execute(db)
  ).rows;
const visitOf = async ({ user }: TestUser) =>
  (
    await sql<{ id: string; endReason: string | null; openedAt: Date | null }>`
      select id, end_reason, opened_at from ghost_connect.visit where user_id = ${user.id} order by created_at desc`.execute(
      db,
    )
  ).rows[0];

describe('consent of the customer', () => {
  it('is a code by e-mail and in the app, without which support does not connect', async () => {
    const visitor = await staffOf('support');
    const own = await signIn(base, who);
    expect((await own.call('GET', '/v1/staff-visit')).body.data).toEqual({ consent: null, list: [] });
    expect((await requestConsentOf(visitor, who)).status).toBe(200);
    const [letter] = await waitForMails(who.user.email);
    const code = /^(\d{6})$/m.exec(letter?.text ?? '')?.[1];
    expect((await own.call('GET', '/v1/staff-visit')).body.data.consent).toMatchObject({
      code,
      staffName: expect.stringMatching(/^Staff \d+$/),
    });
    expect(codeOf(await connectTo(visitor, who, { basis: 'role' }))).toBe('access_denied');
    expect((await connectTo(visitor, who, { consentCode: undefined })).body.errors).toMatchObject([
      { field: 'consentCode' },
    ]);
    expect((await connectTo(visitor, who, { consentCode: code })).status).toBe(200);
    expect((await own.call('GET', '/v1/staff-visit')).body.data.consent).toBeNull();
  });

  it('is neither in the notification nor in the database', async () => {
    const visitor = await staffOf('support');
    await requestConsentOf(visitor, who);
    const code = await readConsentCode(db, who);
    await waitForMails(who.user.email);
    const notices = async () =>
      (
        await sql<{
          message: string;
        }>`select message from notification.notification where user_id = ${who.user.id}`.execute(db)
      ).rows;
    await expect.poll(async () => (await notices()).length, { timeout: 15_000 }).toBe(1);
    const { rows } = await sql<{ text: string }>`
      select c::text as text from ghost_connect.consent c where user_id = ${who.user.id}
      union all select n::text from notification.notification n where user_id = ${who.user.id}
      union all select e.payload::text from platform.event e where e.payload ->> 'userId' = ${who.user.id}`.execute(db);
    expect(rows.length).toBeGreaterThan(2);
    for (const { text } of rows) expect(text).not.toMatch(new RegExp(`[" ]${code}\\b`));
  });

  it('counts once, for the staff person who asked, and until it expires', async () => {
    const [visitor, colleague] = [await staffOf('support'), await staffOf('support')];
    await requestConsentOf(visitor, who);
    const consentCode = await readConsentCode(db, who);
    expect(codeOf(await connectTo(colleague, who, { consentCode }))).toBe('consent_code_wrong');
    await sql`update ghost_connect.consent set expires_at = now() where user_id = ${who.user.id}`.execute(db);
    expect(codeOf(await connectTo(visitor, who, { consentCode }))).toBe('consent_code_wrong');
    await sql`update ghost_connect.consent set expires_at = now() + interval '1 second' where user_id = ${who.user.id}`.execute(
      db,
    );
    expect((await connectTo(visitor, who, { consentCode })).status).toBe(200);
    expect(codeOf(await connectTo(visitor, who, { consentCode }))).toBe('consent_code_wrong');
  });

  it('ends after five wrong tries, and is asked for five times an hour at most', async () => {
    const visitor = await staffOf('support');
    await requestConsentOf(visitor, who);
    const right = await readConsentCode(db, who);
    for (let n = 0; n < 5; n += 1)
      expect(codeOf(await connectTo(visitor, who, { consentCode: otherThan(right) }))).toBe('consent_code_wrong');
    expect(codeOf(await connectTo(visitor, who, { consentCode: right }))).toBe('consent_code_wrong');
    for (let n = 0; n < 4; n += 1) expect((await requestConsentOf(visitor, who)).status).toBe(200);
    expect(codeOf(await requestConsentOf(visitor, who))).toBe('too_many_consent_requests');
  });

  it('is not read by staff in a visit', async () => {
    const { call } = await visit(await staffOf('support'), who);
    expect(codeOf(await call('GET', '/v1/staff-visit'))).toBe('visit_forbidden');
  });
});

describe('roles', () => {
  const view = { mode: 'view' };
  const assist = { mode: 'assist' };
  const byRole = { basis: 'role' };
  it.each([
    ['support', view, 200],
    ['support', assist, 200],
    ['support', byRole, 'access_denied'],
    ['support', asBreakGlass, 'access_denied'],
    ['payment_operations', view, 200],
    ['payment_operations', assist, 'access_denied'],
    ['payment_operations', byRole, 'access_denied'],
    ['payment_operations', { ...byRole, ...assist }, 'access_denied'],
    ['payment_operations', asBreakGlass, 'access_denied'],
    ['compliance', view, 200],
    ['compliance', byRole, 'access_denied'],
    ['compliance', assist, 'access_denied'],
    ['compliance', asBreakGlass, 'access_denied'],
    ['mlro', byRole, 'access_denied'],
    ['mlro', view, 200],
    ['mlro', { ...asBreakGlass, ...assist }, 'access_denied'],
    ['auditor', view, 'access_denied'],
    ['dealer', view, 'access_denied'],
    ['settings', view, 'access_denied'],
    ['super', view, 'access_denied'],
  ] as const)('%s with %o: %s', async (role, over, expected) => {
    const visitor = await staffOf(role);
    const asked = ['auditor', 'dealer', 'settings', 'super'].includes(role);
    const answer = await connectTo(visitor, who, { ...over, ...(asked && { consentCode: '000000' }) });
    expect(codeOf(answer) ?? answer.status).toBe(expected);
  });

  it('an auditor reads the list of visits and nothing else', async () => {
    const visitor = await staffOf('support');
    await visit(visitor, who);
    const { session } = await staffOf('auditor');
    const { data } = (await session.call('GET', `/v1/manage/auth/ghostconnect/${who.customer.id}`)).body;
    expect(data).toMatchObject({
      bases: [],
      visits: [{ ticket: 'HD-20418', mode: 'view', basis: 'consent', endedAt: null, canEnd: false }],
    });
  });
});

describe('break glass', () => {
  it('needs a reason of its own and another supervisor, who gets an e-mail; the customer hears nothing', async () => {
    await sql`update staff.member set status = 'suspended' where role in ('mlro', 'super')`.execute(db);
    const visitor = await staffOf('mlro');
    expect((await connectTo(visitor, who, { basis: 'break_glass' })).body.errors).toMatchObject([
      { field: 'breakGlassReason' },
    ]);
    expect(codeOf(await connectTo(visitor, who, asBreakGlass))).toBe('access_denied');
    const supervisor = await seedStaff(db, { role: 'super' });
    const visited = await visit(visitor, who, asBreakGlass);
    expect(visited.opened.status).toBe(200);
    const [letter] = await waitForMails(`${supervisor.username}@example.com`);
    expect(letter?.subject).toBe('A customer’s account was opened without consent');
    expect(letter?.text).not.toContain(asBreakGlass.breakGlassReason);
    await visited.call('POST', '/v1/logout', { idempotency: randomUUID() });
    await runJob(db, visitEnds);
    expect((await visitOf(who))?.endReason).not.toBeNull();
    const own = await signIn(base, who);
    expect((await own.call('GET', '/v1/staff-visit')).body.data.list).toEqual([]);
    const { rows } = await sql`select from platform.event
      where topic = 'ghost_connect.visit_ended' and payload ->> 'userId' = ${who.user.id}`.execute(db);
    expect(rows).toEqual([]);
    expect(await mailsTo(who.user.email)).toEqual([]);
    await sql`update staff.member set status = 'active' where role in ('mlro', 'super')`.execute(db);
  });
});

describe('the one-time code of staff', () => {
  it('is needed, counts once, and wrong ones count as failed logins', async () => {
    await seedStaff(db, { role: 'super' });
    const visitor = await staffOf('mlro');
    const code = await freshCodeOf(db, visitor.staff);
    const factor = totpProof(code);
    const direct = asBreakGlass;
    expect((await connectTo(visitor, who, { ...direct, factor: undefined })).body.errors).toMatchObject([
      { field: 'factor' },
    ]);
    expect((await connectTo(visitor, who, { ...direct, factor })).status).toBe(200);
    const again = { ...direct, factor };
    const { session } = visitor;
    const path = `/v1/manage/auth/ghostconnect/${who.customer.id}`;
    const sent = { user: who.user.id, ticket: 'HD-1', reason: 'Looks for a payment', ...again };
    expect(codeOf(await session.call('POST', path, { ...sent, idempotency: randomUUID() }))).toBe('staff_factor_wrong');
    const wrong = totpProof(otherThan(code));
    for (let n = 0; n < 4; n += 1) await connectTo(visitor, who, { ...direct, factor: wrong });
    expect(codeOf(await connectTo(visitor, who, direct))).toBe('login_locked');
  });
});

describe('the link', () => {
  it('opens once, also when it is used twice at the same time', async () => {
    const visitor = await staffOf('payment_operations');
    const link = await connectTo(visitor, who);
    const headers = { authorization_manage: visitor.session.token };
    const both = await Promise.all([1, 2].map(() => openLink(base, link.body.data.path, headers)));
    expect(both.map((answer) => codeOf(answer) ?? answer.status).toSorted()).toEqual([200, 'visit_link_invalid']);
    expect(codeOf(await openLink(base, link.body.data.path, headers))).toBe('visit_link_invalid');
  });

  it.each([
    ['59 seconds', undefined],
    ['60 seconds', 'visit_link_invalid'],
  ])('after %s: %s', async (age, expected) => {
    const visitor = await staffOf('payment_operations');
    const link = await connectTo(visitor, who);
    await sql`update ghost_connect.visit set created_at = created_at - ${age}::interval,
      link_expires_at = link_expires_at - ${age}::interval where user_id = ${who.user.id}`.execute(db);
    expect(codeOf(await openLink(base, link.body.data.path, { authorization_manage: visitor.session.token }))).toBe(
      expected,
    );
  });

  it('opens in the browser of its staff session only', async () => {
    const staff = await seedStaff(db, { role: 'payment_operations' });
    const session = await signInStaffBrowser(base, staff);
    await freshCodeOf(db, staff);
    const elsewhere = await signInStaffBrowser(base, staff);
    const link = (await connectTo({ db, staff, session }, who)).body.data.path as string;
    const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    const refused = [
      await openLink(base, link, page),
      await openLink(base, link, { ...page, cookie: elsewhere.cookie }),
      await openLink(base, link, { ...page, 'sec-fetch-site': 'cross-site', cookie: session.cookie }),
      await openLink(base, link, { authorization_manage: session.token }),
      await openLink(base, `/loginasstaff#${'x'.repeat(43)}`, { ...page, cookie: session.cookie }),
    ];
    for (const { body } of refused.filter((_, n) => n !== 2)) expect(body.code).toBe('visit_link_invalid');
    expect(refused[2]?.status).toBeGreaterThanOrEqual(400);
    const opened = await openLink(base, link, { ...page, cookie: session.cookie });
    expect(opened.status).toBe(200);
    expect(opened.headers.getSetCookie().join()).toContain('__Host-larkmere=');
  });

  it('is stored as a hash, and dies with the staff session', async () => {
    const visitor = await staffOf('payment_operations');
    const link = (await connectTo(visitor, who)).body.data.path as string;
    const { rows } = await sql<{ text: string }>`select v::text as text from ghost_connect.visit v`.execute(db);
    expect(rows.map(({ text }) => text).join()).not.toContain(link.split('/').at(-1));
    await visitor.session.call('POST', '/v1/manage/logout', { idempotency: randomUUID() });
    expect(codeOf(await openLink(base, link, { authorization_manage: visitor.session.token }))).toBe(
      'visit_link_invalid',
    );
  });

  it('is not issued for a person who cannot log in, or of another customer', async () => {
    const visitor = await staffOf('mlro');
    const other = await seedCustomer(db);
    expect(codeOf(await connectTo(visitor, { ...who, user: other.user }, asBreakGlass))).toBe('not_found');
    await sql`update customer.membership set state = 'suspended', reason = 'Left the firm' where user_id = ${who.user.id}`.execute(
      db,
    );
    expect(codeOf(await connectTo(visitor, who, asBreakGlass))).toBe('not_found');
  });
});

describe('the session', () => {
  it('says whose it is, and leaves login, devices and the sessions of the customer as they are', async () => {
    const own = await signIn(base, who);
    const traces = async () =>
      (
        await sql`select (select count(*)::int from device.device where user_id = ${who.user.id}) as devices,
          (select max(last_seen_at) from session.session where user_id = ${who.user.id} and visit_id is null) as seen,
          (select max(last_viewed_at) from customer.membership where user_id = ${who.user.id}) as viewed,
          (select count(*)::int from platform.event where topic = 'session.started' and payload ->> 'userId' = ${who.user.id}) as logins`.execute(
          db,
        )
      ).rows[0];
    const before = await traces();
    const visitor = await staffOf('support');
    const { opened, call } = await visit(visitor, who, { mode: 'assist' });
    expect(opened.body.data).toMatchObject({
      loginas: true,
      visit: { mode: 'assist', ticket: 'HD-20418', customerId: who.customer.id },
      user: { uid: who.user.id },
    });
    expect(opened.body.data).not.toHaveProperty('device');
    expect((await call('GET', '/v1/login')).body.data).toMatchObject({ loginas: true });
    expect((await call('GET', '/v1/bankaccount')).status).toBe(200);
    expect(await traces()).toEqual(before);
    expect((await own.call('GET', '/v1/login')).body.data).toMatchObject({ loginas: false, visit: null });
    expect((await own.call('GET', '/v1/bankaccount')).status).toBe(200);
  });

  it.each([
    ['29 minutes 59 seconds', 200],
    ['30 minutes', 401],
  ])('after %s answers %i, however much it was used', async (age, status) => {
    const { call } = await visit(await staffOf('support'), who);
    await sql`update ghost_connect.visit set opened_at = opened_at - ${age}::interval, ends_at = ends_at - ${age}::interval
      where user_id = ${who.user.id}`.execute(db);
    expect((await call('GET', '/v1/bankaccount')).status).toBe(status);
    expect((await call('POST', '/v1/session/touch', {})).status).toBe(status === 200 ? 403 : 401);
  });

  it('ends at once with a suspension, another role, a logout of staff, a staff person’s end and its own logout', async () => {
    const ends: Record<string, (visitor: Awaited<ReturnType<typeof staffOf>>, call: typeof own) => Promise<unknown>> = {
      suspension: ({ staff }) => sql`update staff.member set status = 'suspended' where id = ${staff.id}`.execute(db),
      role: ({ staff }) => sql`update staff.member set role = 'dealer' where id = ${staff.id}`.execute(db),
      logout: ({ session }) => session.call('POST', '/v1/manage/logout', { idempotency: randomUUID() }),
      end: async ({ session }) =>
        session.call('POST', `/v1/manage/auth/ghostconnect/${who.customer.id}/end`, {
          visit: (await visitOf(who))?.id,
          idempotency: randomUUID(),
        }),
      leave: (_, call) => call('POST', '/v1/logout', { idempotency: randomUUID() }),
    };
    const own = caller(base);
    for (const [name, end] of Object.entries(ends)) {
      const visitor = await staffOf('payment_operations');
      const { call } = await visit(visitor, who);
      expect((await call('GET', '/v1/bankaccount')).status).toBe(200);
      await end(visitor, call);
      expect([name, (await call('GET', '/v1/bankaccount')).status]).toEqual([name, 401]);
      await runJob(db, visitEnds);
      // The job of the API may have claimed the visit a moment before.
      await expect.poll(async () => (await visitOf(who))?.endReason, { message: name }).toEqual(expect.any(String));
    }
  });

  it('is ended by a colleague only with the level approve', async () => {
    const visitor = await staffOf('payment_operations');
    await visit(visitor, who);
    const sent = async () => ({ visit: (await visitOf(who))?.id, idempotency: randomUUID() });
    const path = `/v1/manage/auth/ghostconnect/${who.customer.id}/end`;
    expect(codeOf(await (await staffOf('support')).session.call('POST', path, await sent()))).toBe('access_denied');
    const stranger = (await seedCustomer(db)).customer.id;
    const mlro = (await staffOf('mlro')).session;
    expect(codeOf(await mlro.call('POST', path.replace(who.customer.id, stranger), await sent()))).toBe('not_found');
    expect((await mlro.call('POST', path, await sent())).status).toBe(200);
  });

  it('is one at a time for a staff person', async () => {
    const visitor = await staffOf('payment_operations');
    const first = await visit(visitor, who);
    const other = await seedCustomer(db);
    const second = await visit(visitor, other);
    expect((await first.call('GET', '/v1/bankaccount')).status).toBe(401);
    expect((await second.call('GET', '/v1/bankaccount')).status).toBe(200);
    expect((await visitOf(who))?.endReason).toBe('replaced');
  });

  it('carries no proof of who the customer is', async () => {
    const { call } = await visit(await staffOf('support'), who, { mode: 'assist' });
    const verify = { pincode: '2857', idempotency: randomUUID() };
    expect(codeOf(await call('POST', '/v1/pin/verify', verify))).toBe('visit_forbidden');
    expect(codeOf(await call('POST', '/v1/session/ticket', { file: '/v1/payment/bulk/template' }))).toBe(
      'visit_forbidden',
    );
  });
});

describe('the record', () => {
  it('stamps every call with both people, session and ticket, also one that was refused', async () => {
    const visitor = await staffOf('support');
    const { call } = await visit(visitor, who);
    await call('GET', '/v1/bankaccount');
    await call('POST', '/v1/transfer', { idempotency: randomUUID() });
    const { id = '' } = (await visitOf(who)) ?? {};
    const { rows } = await sql<{ id: string }>`select id from session.session where visit_id = ${id}`.execute(db);
    const stamp = {
      actorKind: 'staff',
      actorId: visitor.staff.id,
      onBehalfOf: who.customer.id,
      sessionId: rows[0]?.id,
    };
    const detail = { visit: id, ticket: 'HD-20418', person: who.user.id };
    expect(await auditOf('ghost_connect.called', `visit:${id}`)).toEqual([
      { ...stamp, detail: { ...detail, call: 'GET /v1/bankaccount', isAllowed: true } },
      { ...stamp, detail: { ...detail, call: 'POST /v1/transfer', isAllowed: false } },
    ]);
  });

  it('stamps the socket, which hears the customer’s notices and ends with the visit', async () => {
    const visitor = await staffOf('support');
    const { token, call } = await visit(visitor, who);
    const socket = await openSocket(base, { token });
    expect(await socket.ask(who.user.id)).toBe(true);
    expect(await socket.ask((await seedCustomer(db)).user.id)).toBe(false);
    const notice = { uid: randomUUID(), type: 'info', message: 'Paid', link: null } as const;
    await asSystem(db, ({ tx }) => pushLiveNotice(tx, { userId: who.user.id, customerId: null }, notice));
    await socket.heard('42', 'Paid');
    const { id = '' } = (await visitOf(who)) ?? {};
    expect(await auditOf('ghost_connect.live', `visit:${id}`)).toMatchObject([
      { actorKind: 'staff', actorId: visitor.staff.id, detail: { ticket: 'HD-20418' } },
    ]);
    await call('POST', '/v1/logout', { idempotency: randomUUID() });
    await socket.closed;
  });

  it('is shown to the customer, with a notice once the visit has ended', async () => {
    const visitor = await staffOf('payment_operations');
    const { call } = await visit(visitor, who);
    const own = await signIn(base, who);
    expect((await own.call('GET', '/v1/staff-visit')).body.data.list).toMatchObject([
      { basis: 'consent', ticket: 'HD-20418', endedAt: null },
    ]);
    await call('POST', '/v1/logout', { idempotency: randomUUID() });
    await runJob(db, visitEnds);
    const titles = async () =>
      ((await own.call('GET', '/v1/notification')).body.data.list as { title: string }[]).flatMap(({ title }) =>
        title.includes('looked at your account') ? [title] : [],
      );
    await expect.poll(titles, { timeout: 15_000 }).toEqual(['Larkmere staff looked at your account']);
    const [shown] = (await own.call('GET', '/v1/staff-visit')).body.data.list;
    expect(shown.endedAt).not.toBeNull();
    await runJob(db, visitEnds);
    expect(await titles()).toHaveLength(1);
  });

  it('counts open sessions on the dashboard of staff', async () => {
    const { session } = await staffOf('auditor');
    const count = async (): Promise<number> =>
      (await session.call('GET', '/v1/manage/dashboard')).body.data.find(
        ({ key }: { key: string }) => key === 'ghost_sessions',
      ).count;
    const before = await count();
    const { call } = await visit(await staffOf('support'), who);
    expect(await count()).toBe(before + 1);
    await call('POST', '/v1/logout', { idempotency: randomUUID() });
    await runJob(db, visitEnds);
    expect(await count()).toBe(before);
  });
});

describe('the database refuses', () => {
  it.each([
    ['a visit without consent that assists', "mode = 'assist'", 'visit_without_consent_only_looks'],
    ['break glass without a reason of its own', 'break_glass_reason = null', 'visit_with_own_reason'],
    ['more than 30 minutes', "ends_at = opened_at + interval '31 minutes'", 'visit_is_short'],
    ['a link of more than a minute', "link_expires_at = created_at + interval '61 seconds'", 'visit_is_short'],
  ])('%s', async (_, change, constraint) => {
    await seedStaff(db, { role: 'super' });
    await visit(await staffOf('mlro'), who, asBreakGlass);
    const update = sql`update ghost_connect.visit set ${sql.raw(change)} where user_id = ${who.user.id}`;
    await expect(update.execute(db)).rejects.toThrow(constraint);
  });

  it('two visits of a staff person at a time, and a device for a visit', async () => {
    const visitor = await staffOf('payment_operations');
    await visit(visitor, who);
    await connectTo(visitor, who);
    const both = sql`update ghost_connect.visit set opened_at = now(), ends_at = now() where staff_id = ${visitor.staff.id} and opened_at is null`;
    await expect(both.execute(db)).rejects.toThrow('visit_open');
    const device = sql`update session.session set device_id = ${randomUUID()} where user_id = ${who.user.id} and visit_id is not null`;
    await expect(device.execute(db)).rejects.toThrow('session_of_visit_without_device');
  });
});

// Last, because the version waits for every customer from then on.
test('staff read while a version of the terms waits for the customer', async () => {
  await sql`insert into agreement.document values ('3.0', repeat('a', 64), (now() at time zone 'Europe/London')::date)`.execute(
    db,
  );
  const { call, opened } = await visit(await staffOf('support'), who);
  expect(opened.body.data.syncagreement).toBe(false);
  expect((await call('GET', '/v1/bankaccount')).status).toBe(200);
  expect((await (await signIn(base, who)).call('GET', '/v1/bankaccount')).body.code).toBe('agreement_required');
});
