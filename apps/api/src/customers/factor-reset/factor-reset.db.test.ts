import { randomUUID } from 'node:crypto';
import { basePaths } from '@larkmere/contract/platform/endpoint';
import { compare, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Caller,
  caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
} from '../../../../../test/fixtures/api-server.ts';
import { asSystem, createDatabase, runJob, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { newFile } from '../../../../../test/fixtures/kyc.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { addTotp, codeNow, publicUrl } from '../../../../../test/fixtures/second-factor.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { createTextGateway } from '../../../../../test/fixtures/text-messages.ts';
import { lowerAfterReset } from '../../identity/recovery/recovery.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { factorResets } from './decide-reset.ts';
import { eraseFactorResets } from './factor-reset.sql.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails, mailsTo } = await createMailbox();
const { sms, textsTo } = await createTextGateway();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, sms, publicUrl });
const phone = '+447400900432';

type Link = Readonly<{ id: string; code: string }>;

let who: TestUser;
let call: Caller;
let secret: string;
let recoveryCodes: readonly string[];
const staff = (await signInStaff(base, await seedStaff(db, { role: 'compliance' }))).call;

beforeEach(async () => {
  who = await seedCustomer(db, { name: 'Marisol Quennell' });
  await seedCredentials(db, who);
  await sql`update customer.user set phone = ${phone} where id = ${who.user.id}`.execute(db);
  ({ call } = await signIn(base, who));
  const added = await addTotp(db, call);
  ({ secret } = added);
  recoveryCodes = added.recoveryCodes ?? [];
});

/** On a device that was never seen. */
const logIn = async () =>
  (
    await caller(base)('POST', '/v1/login', {
      username: who.user.username,
      password: testPassword,
      idempotency: randomUUID(),
    })
  ).body.data;
const ask = async (challengeId?: string) =>
  caller(base)('POST', '/v1/factor-reset', {
    challengeId: challengeId ?? (await logIn()).challenge.id,
    idempotency: randomUUID(),
  });
const linkIn = (text: string | undefined): Link => {
  const found = /https:\/\/bank\.larkmere\.example\/reset-second-factor#id=([\w-]{36})&code=([\w-]{43})/.exec(
    text ?? '',
  );
  return { id: found?.[1] ?? '', code: found?.[2] ?? '' };
};
const lettersOf = async () =>
  (await mailsTo(who.user.email)).filter(({ subject }) =>
    /your photos|your second step|Your second step/.test(subject ?? ''),
  );
const lettersUntil = async (count: number) => {
  await expect.poll(async () => (await lettersOf()).length, { timeout: 15_000 }).toBe(count);
  return (await lettersOf()).map(({ text }) => text ?? '');
};
const receiveLink = async (): Promise<Link> => {
  const before = (await lettersOf()).length;
  expect((await ask()).status).toBe(200);
  return linkIn((await lettersUntil(before + 1)).at(-1));
};
const withLink = ({ id, code }: Link, step: string) =>
  caller(base)('POST', `/v1/factor-reset/link/${id}/${step}`, { code, idempotency: randomUUID() });
const show = async (link: Link) => (await withLink(link, 'show')).body;
const send = async ({ id, code }: Link, key: string, file = newFile()) => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ code, idempotency: randomUUID() })) body.set(name, value);
  body.set('file', file);
  const path = `${base}${basePaths.services}/v1/factor-reset/link/${id}/item/${key}/document`;
  return (await fetch(path, { method: 'POST', body })).json() as Promise<{ code?: string; data: { uid: string } }>;
};
const sendBoth = async (link: Link) => {
  await send(link, 'identity_document');
  await send(link, 'selfie');
  await expect.poll(async () => (await show(link)).data.canSubmit, { timeout: 15_000 }).toBe(true);
};
const submitted = async (): Promise<Link> => {
  const link = await receiveLink();
  await sendBoth(link);
  expect((await withLink(link, 'submit')).body.data).toMatchObject({ state: 'submitted', canCancel: true });
  return link;
};
const listed = async (by = staff) => (await by('GET', `/v1/manage/customer/${who.customer.id}/factor-reset`)).body;
const decide = async (how: 'approve' | 'refuse', more: object = {}, by = staff) => {
  const { list } = (await listed()).data;
  return by('POST', `/v1/manage/factor-reset/${list[0].uid}/${how}`, {
    note: 'Compared face, paper and document.',
    idempotency: randomUUID(),
    ...more,
  });
};
const stateOf = async () => {
  const { rows } = await sql<{ state: string }>`
    select state from factor_reset.request where user_id = ${who.user.id} order by requested_at desc`.execute(db);
  return rows.map(({ state }) => state);
};
/** As if the request and all that happened with it had been so much earlier. */
const pass = (interval: string) =>
  sql`update factor_reset.request set requested_at = requested_at - ${interval}::interval,
      submitted_at = submitted_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval,
      decided_at = decided_at - ${interval}::interval, applies_at = applies_at - ${interval}::interval
    where user_id = ${who.user.id}`.execute(db);
const factorsLeft = async () => {
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from second_factor.authenticator where user_id = ${who.user.id})
      + (select count(*) from second_factor.passkey where user_id = ${who.user.id})
      + (select count(*) from second_factor.recovery_code where user_id = ${who.user.id}))::int as n`.execute(db);
  return rows[0]?.n;
};
const contentsOf = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(c.*)::int as n from factor_reset.document p join factor_reset.request r on r.id = p.request_id
      left join document.content c on c.document_id = p.document_id where r.user_id = ${who.user.id}`.execute(db);
  return rows[0]?.n;
};
const approved = async (): Promise<Link> => {
  const link = await submitted();
  expect((await decide('approve')).status).toBe(200);
  return link;
};
const applied = async (): Promise<void> => {
  await approved();
  await pass('24 hours');
  await runJob(db, factorResets);
  expect(await stateOf()).toEqual(['applied']);
};

describe('a person who lost the second factor', () => {
  it('sends photos, is compared by staff, waits a day, and logs in with the password', async () => {
    const link = await submitted();
    const { list } = (await listed()).data;
    expect(list).toEqual([
      expect.objectContaining({
        state: 'submitted',
        person: { uid: who.user.id, name: 'Marisol Quennell' },
        selfieNumber: (await show(link)).data.selfieNumber,
        allowed: ['approve', 'refuse'],
        concerns: ['no_identity_check'],
      }),
    ]);
    for (const { uid } of list[0].documents)
      expect((await staff('GET', `/v1/manage/kyc/document/${uid}/file`)).status).toBe(200);
    expect((await decide('approve')).body.data.list[0]).toMatchObject({ state: 'approved', allowed: ['refuse'] });
    await pass('23 hours 59 minutes');
    await runJob(db, factorResets);
    expect(await factorsLeft()).toBe(11);
    expect((await call('GET', '/v1/pin')).status).toBe(200);
    await pass('1 minute');
    await runJob(db, factorResets);
    await runJob(db, factorResets);
    expect(await stateOf()).toEqual(['applied']);
    expect(await factorsLeft()).toBe(0);
    expect((await call('GET', '/v1/pin')).status).toBe(401);
    const session = await logIn();
    expect(session).toMatchObject({ token: expect.any(String), devices: { trusted: false } });
    const again: Caller = (method, path, body) => caller(base, { authorization: session.token })(method, path, body);
    expect((await addTotp(db, again)).recoveryCodes).toHaveLength(10);
  });

  it('hears of every step by e-mail, text message and notification', async () => {
    await applied();
    const letters = await lettersUntil(4);
    for (const letter of letters.slice(0, 3)) expect(linkIn(letter).code).toHaveLength(43);
    for (const part of ['lost your passkey', 'comparing them', 'it’s you. On', 'Your PIN is the same'])
      expect(letters.filter((letter) => letter.includes(part))).toHaveLength(1);
    await expect.poll(() => textsTo(phone).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
    for (const text of textsTo(phone)) expect(text.length).toBeLessThanOrEqual(160);
    const { rows } = await sql<{ type: string; link: string }>`
      select type, link from notification.notification where user_id = ${who.user.id} and type like 'factor_reset.%' order by created_at`.execute(
      db,
    );
    expect(rows.map(({ type }) => type.replace('factor_reset.', ''))).toEqual([
      'requested',
      'submitted',
      'approved',
      'applied',
    ]);
  });

  it('does not see the whole name of the account, nor may anybody read the code from the database', async () => {
    const link = await receiveLink();
    expect((await show(link)).data).toMatchObject({ name: 'M••• Q•••', state: 'requested', canSubmit: false });
    const { rows } = await sql<{ text: string }>`
      select concat((select jsonb_agg(l) from factor_reset.link l), (select jsonb_agg(e) from platform.event e),
        (select jsonb_agg(a) from platform.audit a)) as text`.execute(db);
    expect(rows[0]?.text).not.toContain(link.code);
  });

  it('sends two pictures of the document and one selfie at most, and takes one back', async () => {
    const link = await receiveLink();
    expect((await withLink(link, 'submit')).body).toMatchObject({ code: 'validation_failed' });
    for (const _ of [1, 2]) expect((await send(link, 'identity_document')).data.uid).toBeDefined();
    expect((await send(link, 'identity_document')).code).toBe('file_rejected');
    const selfie = await send(link, 'selfie');
    expect((await send(link, 'selfie')).code).toBe('file_rejected');
    const remove = () =>
      caller(base)('DELETE', `/v1/factor-reset/link/${link.id}/document/${selfie.data.uid}`, {
        code: link.code,
        idempotency: randomUUID(),
      });
    await expect.poll(async () => (await show(link)).data.canSubmit, { timeout: 15_000 }).toBe(true);
    expect((await remove()).status).toBe(200);
    expect((await remove()).body.code).toBe('not_found');
    expect((await show(link)).data.canSubmit).toBe(false);
    await sendBoth(link).catch(() => undefined);
    expect((await withLink(link, 'submit')).status).toBe(200);
    expect((await send(link, 'selfie')).code).toBe('invalid_transition');
  });
});

describe('a link', () => {
  it('works with its own code only, and until it expires', async () => {
    const link = await receiveLink();
    for (const wrong of [
      { ...link, code: link.code.replace(/./, (first) => (first === '_' ? '-' : '_')) },
      { ...link, id: randomUUID() },
    ])
      expect(await show(wrong)).toMatchObject({ code: 'factor_reset_link_invalid' });
    await pass('71 hours 59 minutes');
    expect((await show(link)).data.state).toBe('requested');
    await pass('1 minute');
    expect(await show(link)).toMatchObject({ code: 'factor_reset_link_invalid' });
    await runJob(db, factorResets);
    expect(await stateOf()).toEqual(['expired']);
  });

  it('is sent three times a day, with the same answer after that', async () => {
    const links = [await receiveLink(), await receiveLink(), await receiveLink()];
    expect((await ask()).body).toEqual((await ask()).body);
    expect(await stateOf()).toEqual(['requested']);
    for (const link of links) expect((await show(link)).data.state).toBe('requested');
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from factor_reset.link l
      join factor_reset.request r on r.id = l.request_id where r.user_id = ${who.user.id}`.execute(db);
    expect(rows[0]?.n).toBe(3);
  });

  it('is not sent for a login that is unknown, over or confirmed', async () => {
    expect((await ask('x'.repeat(43))).body.code).toBe('login_failed');
    const { challenge } = await logIn();
    await sql`update second_factor.login_attempt set expires_at = now() where user_id = ${who.user.id}`.execute(db);
    expect((await ask(challenge.id)).body.code).toBe('login_failed');
    expect(await stateOf()).toEqual([]);
  });

  it('of a request that was handed in opens that one: there is one at a time', async () => {
    await submitted();
    const second = await receiveLink();
    expect((await show(second)).data).toMatchObject({ state: 'submitted', canSubmit: false, canCancel: true });
    expect(await stateOf()).toEqual(['submitted']);
  });

  it('asked for twice at once makes one request', async () => {
    const { challenge } = await logIn();
    await Promise.all([ask(challenge.id), ask(challenge.id)]);
    expect(await stateOf()).toEqual(['requested']);
  });
});

describe('the owner stops it', () => {
  const isStopped = async () => {
    expect(await stateOf()).toEqual(['cancelled']);
    expect(await contentsOf()).toBe(0);
    await pass('8 days');
    await runJob(db, factorResets);
    expect(await stateOf()).toEqual(['cancelled']);
    expect(await factorsLeft()).toBeGreaterThan(9);
  };

  it('by the link, also after the approval', async () => {
    const link = await approved();
    expect((await withLink(link, 'cancel')).body.data).toMatchObject({ state: 'cancelled', canCancel: false });
    expect((await withLink(link, 'cancel')).body.code).toBe('invalid_transition');
    await isStopped();
  });

  it('while logged in, without a PIN', async () => {
    await approved();
    expect((await call('GET', '/v1/factor-reset')).body.data.open).toMatchObject({ state: 'approved' });
    expect((await call('POST', '/v1/factor-reset/cancel', { idempotency: randomUUID() })).status).toBe(200);
    expect((await call('GET', '/v1/factor-reset')).body.data.open).toBeNull();
    expect((await call('POST', '/v1/factor-reset/cancel', { idempotency: randomUUID() })).body.code).toBe(
      'invalid_transition',
    );
    await isStopped();
  });

  it.each([
    ['the app', async () => ({ method: 'totp', code: await codeNow(db, secret) })],
    ['a recovery code', async () => ({ method: 'recovery_code', code: recoveryCodes[0] })],
  ])('by logging in with %s', async (_, proof) => {
    await approved();
    const { challenge } = await logIn();
    const wrong = { method: 'totp', code: '000000' };
    const confirm = (factor: object) =>
      caller(base)('POST', '/v1/login/confirm', { challengeId: challenge.id, factor, idempotency: randomUUID() });
    expect((await confirm(wrong)).body.code).toBe('login_failed');
    expect(await stateOf()).toEqual(['approved']);
    expect((await confirm(await proof())).status).toBe(200);
    await isStopped();
  });

  it('and nobody else can, from a session of their own', async () => {
    await approved();
    const stranger = await seedCustomer(db);
    await seedCredentials(db, stranger);
    const other = (await signIn(base, stranger)).call;
    expect((await other('GET', '/v1/factor-reset')).body.data.open).toBeNull();
    expect((await other('POST', '/v1/factor-reset/cancel', { idempotency: randomUUID() })).body.code).toBe(
      'invalid_transition',
    );
    expect(await stateOf()).toEqual(['approved']);
  });
});

describe('staff', () => {
  it('refuse with a reason that the person reads, and the pictures are deleted', async () => {
    const link = await submitted();
    const { body } = await decide('refuse', { reasonCode: 'not_proven' });
    expect(body.data.list[0]).toMatchObject({ state: 'refused', refusalReason: 'not_proven', allowed: [] });
    expect((await show(link)).data).toMatchObject({ state: 'refused', refusalReason: 'not_proven' });
    expect((await lettersUntil(3)).some((letter) => letter.includes('could not confirm'))).toBe(true);
    expect(await contentsOf()).toBe(0);
    expect((await receiveLink()).id).not.toBe(link.id);
    expect(await stateOf()).toEqual(['requested', 'refused']);
  });

  it('stop what was approved when the owner calls, and decide nothing twice', async () => {
    await approved();
    expect((await decide('approve')).body.code).toBe('invalid_transition');
    expect((await decide('refuse', { reasonCode: 'not_requested' })).status).toBe(200);
    expect((await decide('refuse', { reasonCode: 'not_requested' })).body.code).toBe('invalid_transition');
    expect(await stateOf()).toEqual(['refused']);
  });

  it('approve once, if two do it at the same time', async () => {
    await submitted();
    const replies = await Promise.all([decide('approve'), decide('approve')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('decide nothing that was not handed in, or too late', async () => {
    await receiveLink();
    expect((await decide('approve')).body.code).toBe('invalid_transition');
    const link = linkIn((await lettersUntil(1))[0]);
    await sendBoth(link);
    await withLink(link, 'submit');
    await pass('7 days');
    expect((await decide('approve')).body.code).toBe('invalid_transition');
    await runJob(db, factorResets);
    expect(await stateOf()).toEqual(['expired']);
    expect(await contentsOf()).toBe(0);
  });

  it('need the right, a note and a reason', async () => {
    await submitted();
    const finance = (await signInStaff(base, await seedStaff(db, { role: 'finance' }))).call;
    expect((await decide('approve', {}, finance)).body.code).toBe('access_denied');
    expect((await decide('approve', { note: 'short' })).body.code).toBe('validation_failed');
    expect((await decide('refuse')).body.code).toBe('validation_failed');
    expect((await staff('GET', `/v1/manage/customer/${randomUUID()}/factor-reset`)).body.code).toBe('not_found');
    const approve = { note: 'Compared with the passport.', idempotency: randomUUID() };
    expect((await staff('POST', `/v1/manage/factor-reset/${randomUUID()}/approve`, approve)).body.code).toBe(
      'not_found',
    );
  });

  it('see it in their queue, and what speaks against it', async () => {
    const file = newFile();
    const again = new File([new Uint8Array(await file.arrayBuffer())], 'passport.pdf');
    const link = await receiveLink();
    await send(link, 'identity_document', file);
    await send(link, 'selfie');
    await expect.poll(async () => (await show(link)).data.canSubmit, { timeout: 15_000 }).toBe(true);
    await withLink(link, 'submit');
    const { body } = await staff('GET', '/v1/manage/queue/factor_resets');
    expect(JSON.stringify(body.data)).toContain('Marisol Quennell');
    const first = who;
    who = await seedCustomer(db, { name: 'Someone Else' });
    await seedCredentials(db, who);
    await addTotp(db, (await signIn(base, who)).call);
    const theirs = await receiveLink();
    await send(theirs, 'identity_document', again);
    await send(theirs, 'selfie');
    expect((await listed()).data.list[0].concerns).toEqual(['file_reused', 'no_phone', 'no_identity_check']);
    expect(first.user.id).not.toBe(who.user.id);
  });
});

describe('after it', () => {
  it('the PIN stays, and neither the mailbox nor the reset of the password is enough for a new one', async () => {
    await applied();
    const session = await logIn();
    const now: Caller = (method, path, body) => caller(base, { authorization: session.token })(method, path, body);
    const terms = async () => (await now('GET', '/v1/customer/resetpin')).body.data;
    expect(await terms()).toMatchObject({ requires: 'password_and_code', sentTo: expect.stringContaining('432') });
    await sql`update session.password set reset_channel = 'email' where user_id = ${who.user.id}`.execute(db);
    expect((await terms()).sentTo).toContain('432');
    await sql`update customer.user set phone = null where id = ${who.user.id}`.execute(db);
    expect(await terms()).toMatchObject({ allowed: false, sentTo: null });
    const reset = { password: testPassword, pincode: '7351', confirmation: '7351', idempotency: randomUUID() };
    expect((await now('POST', '/v1/pin/reset', reset)).body.code).toBe('channel_unavailable');
    expect((await now('POST', '/v1/pin/code', { idempotency: randomUUID() })).body.code).toBe('channel_unavailable');
  });

  it('less can be sent for 24 hours, also with the right PIN', async () => {
    await applied();
    const usual = money('GBP', 500_000n);
    const limit = () => inTransaction(db, (tx, now) => lowerAfterReset({ tx, now }, who.user.id, usual));
    expect(compare(await limit(), usual)).toBe(-1);
    const { token } = await logIn();
    const verify = async () => {
      const purpose = {
        operation: 'standing-order.next',
        uid: randomUUID(),
        amount: '4000.00',
        currency: 'GBP',
        version: 1,
        day: '2027-01-04',
        payDay: '2027-01-04',
        reference: 'Rent',
        paymentIdempotency: randomUUID(),
      };
      const { body } = await caller(base, { authorization: token })('POST', '/v1/pin/verify', {
        pincode: '2857',
        purpose,
        idempotency: randomUUID(),
      });
      return body;
    };
    const refusal = await verify();
    expect(refusal.code, JSON.stringify(refusal)).toBe('pin_cooling');
    await sql`update factor_reset.request set ended_at = ended_at - interval '24 hours',
      applies_at = applies_at - interval '24 hours', decided_at = decided_at - interval '24 hours'
      where user_id = ${who.user.id}`.execute(db);
    expect(await limit()).toEqual(usual);
    expect((await verify()).code).toBeUndefined();
  });

  it('no note of staff outlives the person', async () => {
    await submitted();
    await decide('refuse', { reasonCode: 'unreadable' });
    const payload = { customerId: who.customer.id, people: [who.user.id], extent: 'wholly' } as const;
    await asSystem(db, (ctx) => eraseFactorResets(ctx, { eventId: 1n, payload }));
    expect((await listed()).data.list[0].note).toBe('Erased');
    expect((await waitForMails(who.user.email, (await mailsTo(who.user.email)).length)).length).toBeGreaterThan(0);
  });
});
