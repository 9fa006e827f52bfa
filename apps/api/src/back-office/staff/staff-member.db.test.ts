import { randomUUID } from 'node:crypto';
import type { StaffList } from '@larkmere/contract/back-office/staff-member';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { caller, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { seedStaff, signInStaff, totpCodeOf } from '../../../../../test/fixtures/staff.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl: 'https://bank.larkmere.example' });
const [settings, supervisor] = [await seedStaff(db, { role: 'settings' }), await seedStaff(db, { role: 'super' })];
const [maker, checker] = [await signInStaff(base, settings), await signInStaff(base, supervisor)];
type Session = typeof maker;

const reason = 'Joins the support team on Monday.';
const password = 'the otter swims upstream';
const post = (by: Session, path: string, sent: object = {}) =>
  by.call('POST', path, { ...sent, idempotency: randomUUID() });
const newPerson = () => {
  const username = `s${randomUUID().slice(0, 8)}`;
  return { name: 'Kwame Osei', username, email: `${username}@larkmere.example`, role: 'support', reason };
};
const waitingFor = async (name: string, by = checker) => {
  const { waiting } = (await by.call('GET', '/v1/manage/staff')).body.data as StaffList;
  return waiting.filter((change) => change.name === name).at(-1);
};
const memberNamed = async (username: string) => {
  const { members } = (await maker.call('GET', '/v1/manage/staff')).body.data as StaffList;
  return members.find((member) => member.username === username);
};
const tokenFor = async (email: string, letters = 1): Promise<string> => {
  const links = (await waitForMails(email, letters)).map(({ text = '' }) => /manage-invitation#(\S+)/.exec(text)?.[1]);
  return links.filter((link) => link !== undefined).at(-1) ?? '';
};
const accept = (token: string, chosen = password) =>
  caller(base)('POST', '/v1/manage/invitation', { token, password: chosen, idempotency: randomUUID() });
const logIn = (username: string, more: object = {}) =>
  caller(base)('POST', '/v1/manage/login', { username, password, ...more, idempotency: randomUUID() });

async function invite() {
  const person = newPerson();
  await post(maker, '/v1/manage/staff', person);
  const change = await waitingFor(person.name);
  const approved = await post(checker, `/v1/manage/staff/change/${change?.uid}/approve`);
  expect(approved.status).toBe(200);
  return person;
}

async function enrol(username: string) {
  const { body } = await logIn(username);
  expect(body.data).toMatchObject({ enrolling: true });
  const authorization_manage = body.data.token as string;
  const qr = await caller(base)('GET', '/v1/manage/auth/qrcode', undefined, { authorization_manage });
  const code = await totpCodeOf({ secret: qr.body.data.secret as string });
  return logIn(username, { code });
}

describe('invite a member of staff', () => {
  it('takes two people, a link by e-mail, a password and a one-time code', async () => {
    const person = newPerson();
    expect((await post(maker, '/v1/manage/staff', person)).status).toBe(200);
    expect(await memberNamed(person.username)).toBeUndefined();
    const change = await waitingFor(person.name);
    expect(change).toMatchObject({ kind: 'invite', role: 'support', canDecide: true });
    expect(await waitingFor(person.name, maker)).toMatchObject({ canDecide: false });
    await post(checker, `/v1/manage/staff/change/${change?.uid}/approve`);
    expect(await memberNamed(person.username)).toMatchObject({ status: 'invited', enrolled: false });
    const token = await tokenFor(person.email);
    const known = await caller(base)('POST', '/v1/manage/invitation/show', { token });
    expect(known.body.data).toMatchObject({ username: person.username, role: 'support' });
    expect((await logIn(person.username)).body).toMatchObject({ code: 'login_failed' });
    expect((await accept(token, 'kwame osei kwame osei')).body).toMatchObject({ code: 'password_weak' });
    expect((await accept(token)).body.data).toEqual({ username: person.username });
    expect((await accept(token)).body).toMatchObject({ code: 'invitation_invalid' });
    const enrolled = await enrol(person.username);
    expect(enrolled.body.data).toMatchObject({ enrolling: false, role: 'support', permissions: { pin_reset: 'act' } });
    expect(await memberNamed(person.username)).toMatchObject({ status: 'active', enrolled: true });
  });

  it('is refused for a known username, and by the proposer in the database too', async () => {
    const person = newPerson();
    await post(maker, '/v1/manage/staff', person);
    expect((await post(maker, '/v1/manage/staff', person)).body).toMatchObject({ code: 'user_exists' });
    const change = await waitingFor(person.name);
    const decidedBy = sql`update staff.member_change set state = 'approved', decided_at = now(), decided_by = proposed_by where id = ${change?.uid}`;
    await expect(decidedBy.execute(db)).rejects.toThrow('member_change_by_two');
    const refusal = { note: 'Starts a month later.' };
    await post(checker, `/v1/manage/staff/change/${change?.uid}/refuse`, refusal);
    const again = await post(checker, `/v1/manage/staff/change/${change?.uid}/approve`);
    expect(again.body).toMatchObject({ code: 'invalid_transition' });
  });
});

describe('suspend and reinstate', () => {
  it('ends sessions at once; the way back takes two people, a new password and a new code', async () => {
    const { username, email } = await invite();
    await accept(await tokenFor(email));
    const { body } = await enrol(username);
    const authorization_manage = body.data.token as string;
    const uid = (await memberNamed(username))?.uid;
    const suspended = await post(maker, `/v1/manage/staff/${uid}/suspend`, { reason: 'Phone was stolen today.' });
    expect(suspended.status).toBe(200);
    const lost = await caller(base)('GET', '/v1/manage/dashboard', undefined, { authorization_manage });
    expect(lost.status).toBe(401);
    await post(maker, `/v1/manage/staff/${uid}/reinstate`, { reason: 'Has a new phone and was seen.' });
    const twice = await post(maker, `/v1/manage/staff/${uid}/reinstate`, { reason: 'Has a new phone and was seen.' });
    expect(twice.body).toMatchObject({ code: 'invalid_transition' });
    const change = (await maker.call('GET', '/v1/manage/staff')).body.data.waiting.find(
      ({ kind }: { kind: string }) => kind === 'reinstate',
    );
    await post(checker, `/v1/manage/staff/change/${change.uid}/approve`);
    expect((await logIn(username)).body).toMatchObject({ code: 'login_failed' });
    // The link, that an app was set up, and the second link.
    await accept(await tokenFor(email, 3));
    expect((await enrol(username)).body.data).toMatchObject({ enrolling: false });
  });

  it('never one’s own account', async () => {
    for (const path of ['suspend', 'reinstate'])
      expect((await post(maker, `/v1/manage/staff/${settings.id}/${path}`, { reason })).body).toMatchObject({
        code: 'access_denied',
        data: { reasonCode: 'own_account' },
      });
  });
});

describe('change the role of a member', () => {
  it('is proposed by one and approved by another, never by the person concerned', async () => {
    const own = await post(maker, `/v1/manage/staff/${settings.id}/role`, { role: 'super', reason });
    expect(own.body).toMatchObject({ code: 'access_denied' });
    const other = await signInStaff(base, await seedStaff(db, { role: 'super' }));
    await post(maker, `/v1/manage/staff/${supervisor.id}/role`, { role: 'mlro', reason });
    const change = await waitingFor((await memberNamed(supervisor.username))?.name ?? '');
    expect(change).toMatchObject({ kind: 'role', canDecide: false });
    const byThemselves = await post(checker, `/v1/manage/staff/change/${change?.uid}/approve`);
    expect(byThemselves.body).toMatchObject({ code: 'approver_conflict' });
    await post(other, `/v1/manage/staff/change/${change?.uid}/approve`);
    expect((await memberNamed(supervisor.username))?.role).toBe('mlro');
    expect((await checker.call('GET', '/v1/manage/staff')).status).toBe(403);
  });
});
