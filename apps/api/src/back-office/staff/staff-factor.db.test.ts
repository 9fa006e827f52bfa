import { randomUUID } from 'node:crypto';
import type { StaffPurpose } from '@larkmere/contract/back-office/staff-factor';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, caller, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createAuthenticator } from '../../../../../test/fixtures/authenticator.ts';
import { createDatabase, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { codeNow, publicUrl, site } from '../../../../../test/fixtures/second-factor.ts';
import {
  seedStaff,
  signInStaff,
  staffCredentials,
  type TestStaff,
  totpProof,
} from '../../../../../test/fixtures/staff.ts';
import {
  addStaffPasskey,
  beginStaffChallenge,
  beginStaffLogin,
  beginStaffPasskey,
  confirmStaffLogin,
  type GiveFactor,
  logInWithPasskey,
  sendStaffPasskey,
  staffPasskeyProof,
} from '../../../../../test/fixtures/staff-passkey.ts';
import { freshCodeOf } from '../../../../../test/fixtures/visit.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl });

const withCode =
  (staff: TestStaff): GiveFactor =>
  async () =>
    totpProof(await freshCodeOf(db, staff));

/** A member with an authenticator app and a passkey, signed in. */
async function seedMember(role: 'payment_operations' | 'settings' | 'mlro' = 'payment_operations') {
  const staff = await seedStaff(db, { role });
  const { call } = await signInStaff(base, staff);
  return { staff, call, ...(await addStaffPasskey(call, withCode(staff))) };
}

/** A new member in the session that a login without a code opens, and who has no second factor yet. */
async function startEnrolment(role: 'payment_operations' | 'mlro' = 'payment_operations') {
  const staff = await seedStaff(db, { isEnrolled: false, role });
  const { body } = await beginStaffLogin(base, staff.username);
  expect(body.data).toMatchObject({ enrolling: true });
  const call: Caller = (method, path, sent) =>
    caller(base)(method, path, sent, { authorization_manage: body.data.token as string });
  return { staff, call };
}

/** A member whose only second factor is a passkey, signed in with it. */
async function seedPasskeyMember(role: 'payment_operations' | 'mlro' = 'payment_operations') {
  const { staff, call: enrolling } = await startEnrolment(role);
  const { uid, authenticator } = await addStaffPasskey(enrolling);
  const { body } = await logInWithPasskey(base, staff.username, authenticator);
  const call: Caller = (method, path, sent) =>
    caller(base)(method, path, sent, { authorization_manage: body.data.token as string });
  return { staff, enrolling, uid, authenticator, call };
}

const removalOf = (uid: string) => {
  const idempotency = randomUUID();
  return {
    uid,
    idempotency,
    purpose: { operation: 'staff-factor.remove', uid, requestIdempotency: idempotency } as const,
  };
};
const remove = (call: Caller, { uid, idempotency }: ReturnType<typeof removalOf>, factor: object) =>
  call('DELETE', `/v1/manage/second-factor/passkey/${uid}`, { factor, idempotency });
const factorsOf = async (call: Caller) => (await call('GET', '/v1/manage/second-factor')).body.data;
const auditOf = async ({ id }: TestStaff) =>
  (
    await sql<{
      action: string;
    }>`select action from platform.audit where entity = ${`staff:${id}`} order by id`.execute(db)
  ).rows
    .map(({ action }) => action)
    .filter((action) => action !== 'mail.sent');

describe('enrolment with a passkey', () => {
  it('takes the place of the app: it ends the enrolment, and signs in from then on', async () => {
    const { staff, call } = await startEnrolment();
    const { authenticator } = await addStaffPasskey(call);
    expect((await call('GET', '/v1/manage/auth/qrcode')).status).toBe(401);
    const signedIn = await logInWithPasskey(base, staff.username, authenticator);
    expect(signedIn.body.data).toMatchObject({ enrolling: false, uid: staff.id });
    expect(await auditOf(staff)).toEqual(['staff.session_started', 'staff.passkey_added', 'staff.session_started']);
    const [letter] = await waitForMails(`${staff.username}@example.com`, 1);
    expect(letter?.subject).toBe('A passkey was added to your staff account');
  });

  it('voids a secret that was shown and never confirmed', async () => {
    const { staff, call } = await startEnrolment();
    const { secret } = (await call('GET', '/v1/manage/auth/qrcode')).body.data;
    await addStaffPasskey(call);
    const code = await codeNow(db, secret as string);
    const answer = await caller(base)('POST', '/v1/manage/login', await staffCredentials(staff, { code }));
    expect(answer.body.code).toBe('login_failed');
  });

  it('is the first factor only: a second enrolment, begun before, adds nothing', async () => {
    const { staff, call } = await startEnrolment();
    const other = await beginStaffLogin(base, staff.username);
    const late: Caller = (method, path, sent) =>
      caller(base)(method, path, sent, { authorization_manage: other.body.data.token as string });
    const options = (await beginStaffPasskey(late)).body.data.options as { challenge: string };
    await addStaffPasskey(call);
    expect((await sendStaffPasskey(late, createAuthenticator(site).register(options))).status).toBe(401);
    const again = await beginStaffLogin(base, staff.username);
    expect(again.body.data).toMatchObject({ challenge: { methods: ['passkey'] } });
  });

  it('opens nothing else before the first factor', async () => {
    const { call } = await startEnrolment();
    expect((await call('GET', '/v1/manage/second-factor')).status).toBe(401);
    const purpose = removalOf(randomUUID()).purpose;
    expect((await beginStaffChallenge(call, purpose)).status).toBe(401);
  });

  it('refuses another origin, another site, no user verification, and a used or foreign challenge', async () => {
    const { call } = await startEnrolment();
    const other = await startEnrolment();
    const begin = async () => (await beginStaffPasskey(call)).body.data.options as { challenge: string };
    const refused = async (attestation: object, by = call) =>
      expect((await sendStaffPasskey(by, attestation)).body.code).toBe('passkey_refused');
    await refused(createAuthenticator(site).register(await begin(), { origin: 'https://bank.larkmere.test' }));
    await refused(createAuthenticator({ ...site, rpId: 'larkmere.test' }).register(await begin()));
    await refused(createAuthenticator(site).register(await begin(), { isVerified: false }));
    await refused(createAuthenticator(site).register(await begin()), other.call);
    const twice = createAuthenticator(site).register(await begin());
    expect((await sendStaffPasskey(call, twice)).status).toBe(200);
  });
});

describe('a login with a passkey', () => {
  let member: Awaited<ReturnType<typeof seedMember>>;
  beforeAll(async () => {
    member = await seedMember();
  });

  it('follows the right password; a wrong one and an unknown name get the same answer', async () => {
    const { staff } = member;
    const answers = [
      await beginStaffLogin(base, staff.username, 'not this one at all'),
      await beginStaffLogin(base, 'nobody-here'),
    ].map(({ status, body }) => ({ ...body, status, requestId: '' }));
    expect(answers[0]).toMatchObject({ status: 400, code: 'login_failed' });
    expect(answers[1]).toEqual(answers[0]);
    const { challenge } = (await beginStaffLogin(base, staff.username)).body.data;
    expect(challenge.methods).toEqual(['passkey', 'totp']);
    expect(challenge.passkey.allowCredentials).toHaveLength(1);
  });

  it('is not offered to a member with an app alone, whose password stays unconfirmed', async () => {
    const staff = await seedStaff(db);
    expect((await beginStaffLogin(base, staff.username)).body.code).toBe('login_failed');
  });

  it('opens one session: the answer of a passkey that does not count does not work twice', async () => {
    const { staff, authenticator } = member;
    const { id, passkey } = (await beginStaffLogin(base, staff.username)).body.data.challenge;
    const factor = { method: 'passkey', assertion: authenticator.confirm(passkey, { counter: 0 }) };
    const answers = [await confirmStaffLogin(base, id, factor), await confirmStaffLogin(base, id, factor)];
    expect(answers.map(({ body }) => body.code ?? 'ok')).toEqual(['ok', 'login_failed']);
  });

  it('refuses another origin, another member’s passkey, and the challenge of another login', async () => {
    const { staff, authenticator } = await seedMember();
    const other = await seedMember();
    const begin = async (who: TestStaff) => (await beginStaffLogin(base, who.username)).body.data.challenge;
    const mine = await begin(staff);
    const theirs = await begin(other.staff);
    const answers = [
      [mine.id, authenticator.confirm(mine.passkey, { origin: 'https://bank.larkmere.test' })],
      [(await begin(staff)).id, other.authenticator.confirm(mine.passkey)],
      [(await begin(staff)).id, authenticator.confirm(theirs.passkey)],
      [mine.id.replace(/^./, (first: string) => (first === 'x' ? 'y' : 'x')), authenticator.confirm(mine.passkey)],
    ] as const;
    for (const [id, assertion] of answers)
      expect((await confirmStaffLogin(base, id, { method: 'passkey', assertion })).body.code).toBe('login_failed');
  });

  it('is refused to a member who was suspended meanwhile, and after their return', async () => {
    const { staff, authenticator } = await seedMember();
    const { id, passkey } = (await beginStaffLogin(base, staff.username)).body.data.challenge;
    await sql`update staff.member set status = 'suspended' where id = ${staff.id}`.execute(db);
    const factor = { method: 'passkey', assertion: authenticator.confirm(passkey) };
    expect((await confirmStaffLogin(base, id, factor)).body.code).toBe('login_failed');
    expect((await beginStaffLogin(base, staff.username)).body.code).toBe('login_failed');
  });

  it('is refused with a passkey that was removed meanwhile', async () => {
    const { staff, call, uid, authenticator } = await seedMember();
    const { id, passkey } = (await beginStaffLogin(base, staff.username)).body.data.challenge;
    const removal = removalOf(uid);
    const removed = await remove(call, removal, await withCode(staff)(removal.purpose));
    expect(removed.body).toMatchObject({ result: true });
    const factor = { method: 'passkey', assertion: authenticator.confirm(passkey) };
    expect((await confirmStaffLogin(base, id, factor)).body.code).toBe('login_failed');
    expect((await beginStaffLogin(base, staff.username)).body.code).toBe('login_failed');
  });

  it('counts wrong factors, which the right password does not forgive', async () => {
    const { staff } = await seedMember();
    const wrong = createAuthenticator(site);
    const codes: unknown[] = [];
    for (let n = 0; n < 6; n += 1) {
      const { body } = await beginStaffLogin(base, staff.username);
      const challenge = body.data?.challenge;
      if (!challenge) codes.push(body.code);
      else {
        const factor = { method: 'passkey', assertion: wrong.confirm(challenge.passkey) };
        codes.push((await confirmStaffLogin(base, challenge.id, factor)).body.code);
      }
    }
    expect(codes.slice(0, 3)).toEqual(['login_failed', 'login_failed', 'login_failed']);
    expect(codes.slice(3)).toEqual(['captcha_required', 'captcha_required', 'captcha_required']);
  });
});

describe('a fresh second factor of staff', () => {
  let who: TestUser;
  beforeAll(async () => {
    who = await seedCustomer(db);
    await seedStaff(db, { role: 'super' });
  });
  const connection = () => {
    const fields = { id: who.customer.id, user: who.user.id, basis: 'break_glass', mode: 'view' } as const;
    const breakGlassReason = 'A report to the agency must stay unknown';
    return { ...fields, breakGlassReason, ticket: 'HD-20418', reason: 'Looks for a payment of last week' };
  };
  const purposeOf = (requestIdempotency: string, over: object = {}) =>
    ({ operation: 'ghost-connect.connect', ...connection(), ...over, requestIdempotency }) as StaffPurpose;
  const connect = (call: Caller, factor: object, idempotency: string) => {
    const { id, ...sent } = connection();
    return call('POST', `/v1/manage/auth/ghostconnect/${id}`, { ...sent, factor, idempotency });
  };

  it('is a passkey, for exactly this connection, once', async () => {
    const { call, authenticator } = await seedPasskeyMember('mlro');
    const prove = (purpose: StaffPurpose) => staffPasskeyProof(call, authenticator, purpose);
    const [first, second] = [randomUUID(), randomUUID()];
    const forAnother = await prove(purposeOf(first, { reason: 'Looks for a payment of this week' }));
    expect((await connect(call, forAnother, first)).body.code).toBe('staff_factor_wrong');
    const forAnotherRequest = await prove(purposeOf(first));
    expect((await connect(call, forAnotherRequest, second)).body.code).toBe('staff_factor_wrong');
    const factor = await prove(purposeOf(second));
    expect((await connect(call, factor, second)).body.data.path).toMatch(/^\/loginasstaff#/);
    expect((await connect(call, factor, second)).body.code).toBe('staff_factor_wrong');
  });

  it('is one’s own, of this site and of this session', async () => {
    const { staff, call, authenticator } = await seedMember('mlro');
    const other = await seedMember('mlro');
    const { call: another } = await signInStaff(base, staff, { code: await freshCodeOf(db, staff) });
    const key = randomUUID();
    const refused = async (factor: object) =>
      expect((await connect(call, factor, key)).body.code).toBe('staff_factor_wrong');
    const begin = async (by: Caller) => (await beginStaffChallenge(by, purposeOf(key))).body.data.passkey;
    await refused({ method: 'passkey', assertion: other.authenticator.confirm(await begin(call)) });
    await refused({ method: 'passkey', assertion: authenticator.confirm(await begin(other.call)) });
    const elsewhere = { origin: 'https://bank.larkmere.test' };
    await refused({ method: 'passkey', assertion: authenticator.confirm(await begin(call), elsewhere) });
    await refused({ method: 'passkey', assertion: authenticator.confirm(await begin(another)) });
  });

  it('is needed to add a factor', async () => {
    const { call } = await seedPasskeyMember('mlro');
    expect((await beginStaffPasskey(call)).body.errors).toMatchObject([{ field: 'factor', code: 'required' }]);
  });
});

describe('the factors of one’s own account', () => {
  it('lists, renames and removes passkeys, and tells the member', async () => {
    const { staff, call, uid, authenticator } = await seedMember();
    const second = await addStaffPasskey(call, (purpose) => staffPasskeyProof(call, authenticator, purpose));
    const named = await call('PUT', `/v1/manage/second-factor/passkey/${uid}`, {
      name: 'Office key',
      idempotency: randomUUID(),
    });
    expect(named.body.data.name).toBe('Office key');
    expect(await factorsOf(call)).toMatchObject({
      passkeys: [{ uid, name: 'Office key' }, { uid: second.uid }],
      authenticator: {},
      methods: ['passkey', 'totp'],
    });
    const removal = removalOf(uid);
    const proof = await staffPasskeyProof(call, authenticator, removal.purpose);
    expect((await remove(call, removal, proof)).body).toMatchObject({ result: true });
    expect((await factorsOf(call)).passkeys).toHaveLength(1);
    const mails = await waitForMails(`${staff.username}@example.com`, 3);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A passkey was added to your staff account',
      'A passkey was added to your staff account',
      'A passkey was removed from your staff account',
    ]);
    expect((await auditOf(staff)).slice(1)).toEqual([
      'staff.passkey_added',
      'staff.passkey_added',
      'staff.passkey_removed',
    ]);
  });

  it('never loses the last one', async () => {
    const { call, uid, authenticator } = await seedPasskeyMember();
    const removal = removalOf(uid);
    const proof = await staffPasskeyProof(call, authenticator, removal.purpose);
    expect((await remove(call, removal, proof)).body.code).toBe('last_factor');
    expect((await factorsOf(call)).passkeys).toHaveLength(1);
  });

  it('keeps one of two passkeys that are removed at the same moment', async () => {
    const { call, uid, authenticator } = await seedPasskeyMember();
    const prove: GiveFactor = (purpose) => staffPasskeyProof(call, authenticator, purpose);
    const second = await addStaffPasskey(call, prove);
    const removals = [removalOf(uid), removalOf(second.uid)] as const;
    const proofs = [
      await prove(removals[0].purpose),
      await staffPasskeyProof(call, second.authenticator, removals[1].purpose),
    ] as const;
    const answers = await Promise.all([remove(call, removals[0], proofs[0]), remove(call, removals[1], proofs[1])]);
    expect(answers.filter(({ body }) => body.result)).toHaveLength(1);
    expect((await factorsOf(call)).passkeys).toHaveLength(1);
  });

  it('cannot touch those of a colleague', async () => {
    const [mine, theirs] = [await seedMember(), await seedMember()];
    const name = { name: 'Mine now', idempotency: randomUUID() };
    const renamed = await mine.call('PUT', `/v1/manage/second-factor/passkey/${theirs.uid}`, name);
    expect(renamed.body.code).toBe('not_found');
    const removal = removalOf(theirs.uid);
    const proof = await staffPasskeyProof(mine.call, mine.authenticator, removal.purpose);
    expect((await remove(mine.call, removal, proof)).body.code).toBe('not_found');
  });

  it('replaces the authenticator app: the old one works until the first code of the new one', async () => {
    const { staff, call, authenticator } = await seedMember();
    const idempotency = randomUUID();
    const purpose = { operation: 'staff-factor.add', method: 'totp', requestIdempotency: idempotency } as const;
    const factor = await staffPasskeyProof(call, authenticator, purpose);
    const begun = await call('POST', '/v1/manage/second-factor/totp/begin', { factor, idempotency });
    const secret = begun.body.data.secret as string;
    const confirm = (code: string) =>
      call('POST', '/v1/manage/second-factor/totp', { code, idempotency: randomUUID() });
    expect((await confirm('000000')).body.code).toBe('authenticator_code_wrong');
    const logIn = async (code: string) =>
      (await caller(base)('POST', '/v1/manage/login', await staffCredentials(staff, { code }))).body.code ?? 'ok';
    expect(await logIn(await freshCodeOf(db, staff))).toBe('ok');
    expect((await confirm(await codeNow(db, secret))).body).toMatchObject({ result: true });
    expect(await logIn(await codeNow(db, staff.secret, 1))).toBe('login_failed');
    expect(await logIn(await codeNow(db, secret, 1))).toBe('ok');
    expect((await confirm(await codeNow(db, secret, 1))).body.code).toBe('authenticator_code_wrong');
  });

  it('end with a reset: reinstatement clears passkeys and the app, and the way back is a new enrolment', async () => {
    const maker = await signInStaff(base, await seedStaff(db, { role: 'settings' }));
    const checker = await signInStaff(base, await seedStaff(db, { role: 'super' }));
    const { staff, call } = await seedMember();
    const reason = 'Lost the key and the phone.';
    const path = `/v1/manage/staff/${staff.id}`;
    const suspended = await maker.call('POST', `${path}/suspend`, { reason, idempotency: randomUUID() });
    expect(suspended.status).toBe(200);
    expect((await call('GET', '/v1/manage/second-factor')).status).toBe(401);
    const { body } = await maker.call('POST', `${path}/reinstate`, { reason, idempotency: randomUUID() });
    const change = body.data.waiting.find(({ kind }: { kind: string }) => kind === 'reinstate');
    const approval = { idempotency: randomUUID() };
    expect((await checker.call('POST', `/v1/manage/staff/change/${change.uid}/approve`, approval)).status).toBe(200);
    const { rows } = await sql`select id from staff.passkey where member_id = ${staff.id}`.execute(db);
    expect(rows).toEqual([]);
    expect(await auditOf(staff)).toContain('staff.factors_cleared');
  });
});
