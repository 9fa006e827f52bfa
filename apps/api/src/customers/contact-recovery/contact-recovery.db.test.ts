import { randomUUID } from 'node:crypto';
import { compare, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ApiResponse,
  type Caller,
  caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
  testPepper,
} from '../../../../../test/fixtures/api-server.ts';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  createDatabase,
  runJob,
  seedCustomer,
  setAccountStatus,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { openPinCode } from '../../../../../test/fixtures/pin-code.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { createTextGateway } from '../../../../../test/fixtures/text-messages.ts';
import { findProofChannel } from '../../identity/channel/channel.ts';
import { lowerAfterReset } from '../../identity/recovery/recovery.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { deriveContactRecoveryKey } from './contact-recovery.ts';
import { eraseRecoveries } from './contact-recovery-lifecycle.ts';
import { contactRecoveries } from './prepare-recovery.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails, mailsTo } = await createMailbox();
const { sms, textsTo, waitForTexts } = await createTextGateway();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, sms, publicUrl: 'https://bank.larkmere.example' });
const { call: first } = await signInStaff(base, await seedStaff(db, { role: 'support' }));
const { call: second } = await signInStaff(base, await seedStaff(db, { role: 'support' }));
const { call: auditor } = await signInStaff(base, await seedStaff(db, { role: 'auditor' }));
const reason = 'Came to the branch with a passport, which we compared with the selfie.';
const note = 'Saw the copy of the passport and called the number on it.';
const job = contactRecoveries(deriveContactRecoveryKey(testPepper));

let count = 0;
let who: TestUser;
let oldPhone: string;
let newPhone: string;
let newEmail: string;
beforeEach(async () => {
  count += 1;
  who = await seedCustomer(db);
  await seedCredentials(db, who);
  oldPhone = `+4474009${10_000 + count}`;
  newPhone = `+4474008${10_000 + count}`;
  newEmail = `new.${who.user.username}@larkmere.example`;
  await sql`update customer.user set phone = ${oldPhone}, phone_confirmed_at = now() where id = ${who.user.id}`.execute(
    db,
  );
});

type Recovery = { uid: string; state: string; canDecide: boolean; canWithdraw: boolean };

const prepare = (over: object = {}, by = first): Promise<ApiResponse> =>
  by('POST', `/v1/manage/user/contact-recovery/${who.user.id}`, {
    email: newEmail,
    phone: newPhone,
    reason,
    idempotency: randomUUID(),
    ...over,
  });
const prepared = async (over: object = {}): Promise<string> => (await prepare(over)).body.data.uid;
const decide = (verb: 'approve' | 'refuse' | 'withdraw', uid: string, by = second): Promise<ApiResponse> =>
  by('POST', `/v1/manage/contact-recovery/${uid}/${verb}`, { note, idempotency: randomUUID() });
const approved = async (over: object = {}): Promise<string> => {
  const uid = await prepared(over);
  expect((await decide('approve', uid)).body.data).toMatchObject({ state: 'approved' });
  return uid;
};
/** As if so many hours had passed since the approval. */
const pass = async (hours: number): Promise<void> => {
  await sql`update contact_recovery.request set approved_at = approved_at - make_interval(hours => ${hours}),
    sent_at = sent_at - make_interval(hours => ${hours}), deadline_at = deadline_at - make_interval(hours => ${hours})
    where user_id = ${who.user.id} and ended_at is null`.execute(db);
  await runJob(db, job);
};
const confirming = async (over: object = {}): Promise<string> => {
  const uid = await approved(over);
  await pass(24);
  await expect.poll(() => stateOf(uid)).toBe('confirming');
  return uid;
};
const stateOf = async (uid: string): Promise<string | undefined> => {
  const { rows } = await sql<{ state: string }>`select state from contact_recovery.request where id = ${uid}`.execute(
    db,
  );
  return rows[0]?.state;
};
const listed = async (by = first): Promise<Recovery[]> =>
  (await by('GET', `/v1/manage/customer/${who.customer.id}/contact-recovery`)).body.data.list;
const contactNow = async () => {
  const { rows } = await sql<{ email: string; phone: string }>`
    select email, phone from customer.user where id = ${who.user.id}`.execute(db);
  return rows[0];
};
const nobody = (): Caller => caller(base);
const tokenIn = (text: string | undefined, kind: 'stop' | 'confirm'): string =>
  new RegExp(`^https://bank\\.larkmere\\.example/contact-recovery#${kind}=([\\w-]{43})`, 'm').exec(text ?? '')?.[1] ??
  'no link';
const stopToken = async (letters: number): Promise<string> =>
  tokenIn((await waitForMails(who.user.email, letters)).at(-1)?.text, 'stop');
const confirmToken = async (): Promise<string> => tokenIn((await waitForMails(newEmail, 1))[0]?.text, 'confirm');
const textedCode = async (): Promise<string> =>
  /Larkmere: (\d{6}) confirms/.exec((await waitForTexts(newPhone, 1))[0] ?? '')?.[1] ?? 'no code';
const stopByLink = (token: string) =>
  nobody()('POST', '/v1/contact-recovery/stop', { token, idempotency: randomUUID() });
const confirm = (token: string, code?: string) =>
  nobody()('POST', '/v1/contact-recovery/confirm', { token, ...(code && { code }), idempotency: randomUUID() });
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const logIn = (password: string): Promise<ApiResponse> =>
  nobody()('POST', '/v1/login', { username: who.user.username, password, idempotency: randomUUID() });

describe('the whole way', () => {
  it('takes two members of staff, a day, the link and the code, and ends with a password of the person', async () => {
    const { call } = await signIn(base, who);
    const uid = await confirming();
    expect(await contactNow()).toEqual({ email: who.user.email, phone: oldPhone });
    const [token, code] = [await confirmToken(), await textedCode()];
    expect((await confirm(token)).body.code).toBe('contact_code_wrong');
    expect((await confirm(token, otherThan(code))).body.code).toBe('contact_code_wrong');
    expect((await confirm(token, code)).status).toBe(200);
    expect(await contactNow()).toEqual({ email: newEmail, phone: newPhone });
    expect(await stateOf(uid)).toBe('confirmed');
    expect((await call('GET', '/v1/pin')).status).toBe(401);
    expect((await confirm(token, code)).body.code).toBe('contact_link_invalid');

    await nobody()('POST', '/v1/forgot-login', { identifier: who.user.username, idempotency: randomUUID() });
    const letter = (await waitForMails(newEmail, 2)).at(-1)?.text;
    const link = /\/forgot-login#([\w-]{43})/.exec(letter ?? '')?.[1];
    const own = 'the otter swims upstream';
    const chosen = { password: own, confirm: own, idempotency: randomUUID() };
    expect((await nobody()('POST', `/v1/resetpassword/${link}`, chosen)).status).toBe(200);
    const { token: session } = (await logIn(own)).body.data;
    const signedIn: Caller = (method, path, body) => nobody()(method, path, body, { authorization: session });
    expect((await signedIn('GET', '/v1/profile')).body.data).toMatchObject({ email: newEmail });

    // The password came by e-mail, so the other proof of a new PIN is the number that was confirmed.
    const sent = (await signedIn('POST', '/v1/pin/code', { idempotency: randomUUID() })).body.data;
    expect(sent).toMatchObject({ channel: 'phone', sentTo: `•••• ${newPhone.slice(-3)}` });
    const pin = { password: own, pincode: '7351', confirmation: '7351', idempotency: randomUUID() };
    expect((await signedIn('POST', '/v1/pin/reset', pin)).body.code).toBe('pin_code_required');
    const pinCode = await openPinCode(db, who.user.id);
    expect((await signedIn('POST', '/v1/pin/reset', { ...pin, code: pinCode })).status).toBe(200);
  });

  it('of the e-mail address alone needs no code, and a new PIN takes one from the number of before', async () => {
    await confirming({ phone: undefined });
    expect((await confirm(await confirmToken())).status).toBe(200);
    expect(await contactNow()).toEqual({ email: newEmail, phone: oldPhone });
    for (const reset of [null, 'email'] as const) {
      await sql`update session.password set reset_channel = ${reset} where user_id = ${who.user.id}`.execute(db);
      expect(await inTransaction(db, (tx) => findProofChannel(tx, who.user.id))).toMatchObject({
        channel: 'phone',
        address: oldPhone,
      });
    }
  });

  it('lowers the limit for new payees for 24 hours', async () => {
    await confirming({ phone: undefined });
    const usual = money('GBP', 500_000n);
    const limitAfter = (hours: number) =>
      inTransaction(db, async (tx, now) => {
        await sql`update contact_recovery.request set ended_at = now() - make_interval(hours => ${hours})
          where user_id = ${who.user.id} and state = 'confirmed'`.execute(tx);
        return lowerAfterReset({ tx, now }, who.user.id, usual);
      });
    expect(await limitAfter(0)).toEqual(usual);
    await confirm(await confirmToken());
    expect(compare(await limitAfter(23), usual)).toBe(-1);
    expect(await limitAfter(24)).toEqual(usual);
  });

  it('ends links, codes and changes that went to the old mailbox and number', async () => {
    const { call } = await signIn(base, who);
    await sql`update session.password set reset_channel = 'email' where user_id = ${who.user.id}`.execute(db);
    await call('POST', '/v1/pin/code', { idempotency: randomUUID() });
    await confirming();
    await nobody()('POST', '/v1/forgot-login', { identifier: who.user.username, idempotency: randomUUID() });
    await call('POST', '/v1/profile/email', {
      email: `thief.${newEmail}`,
      password: testPassword,
      idempotency: randomUUID(),
    });
    expect((await confirm(await confirmToken(), await textedCode())).status).toBe(200);
    const { rows } = await sql<{ n: number }>`select
      (select count(*)::int from recovery.request where user_id = ${who.user.id} and used_at is null and voided_at is null)
      + (select count(*)::int from pin.code where user_id = ${who.user.id} and voided_at is null)
      + (select count(*)::int from email_change.request where user_id = ${who.user.id} and voided_at is null) as n`.execute(
      db,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe('a member of staff alone', () => {
  it('never gets there', async () => {
    const { body } = await prepare();
    const { uid } = body.data;
    expect(body.data).toMatchObject({ state: 'prepared', canDecide: false, canWithdraw: true });
    for (const verb of ['approve', 'refuse'] as const)
      expect((await decide(verb, uid, first)).body.code).toBe('approver_conflict');
    expect((await decide('approve', uid, auditor)).status).toBe(403);
    expect((await prepare()).body.code).toBe('invalid_transition');
    await pass(71);
    expect(await stateOf(uid)).toBe('prepared');
    await pass(1);
    await expect.poll(() => stateOf(uid)).toBe('lapsed');
    expect((await decide('approve', uid)).body.code).toBe('invalid_transition');
    expect(await mailsTo(newEmail)).toEqual([]);
    expect(textsTo(newPhone)).toEqual([]);
    expect(await contactNow()).toEqual({ email: who.user.email, phone: oldPhone });
  });

  it('learns nothing that confirms or stops it', async () => {
    const answer = await prepare();
    const seen = [
      answer,
      await decide('approve', answer.body.data.uid),
      await first('GET', `/v1/manage/customer/${who.customer.id}/contact-recovery`),
    ];
    const words = new Set(seen.flatMap(({ text }) => text.split(/[^\w-]+/)).filter((word) => word.length >= 20));
    for (const word of words) {
      expect((await confirm(word, '000000')).body.code).toBe('contact_link_invalid');
      expect((await stopByLink(word)).body.code).toBe('contact_link_invalid');
    }
    expect(words.size).toBeGreaterThan(0);
  });

  it.each([
    ['without a second one', 'request_approved_by_two', sql`state = 'approved'`],
    [
      'as both',
      'request_by_two',
      sql`state = 'approved', approved_by = prepared_by, approved_at = now(), approval_note = ${note}`,
    ],
    [
      'before a day has passed',
      'request_waits_a_day',
      sql`state = 'confirming', sent_at = approved_at + interval '23 hours 59 minutes', confirm_token_hash = '\\x00'`,
    ],
  ])('is refused by the database %s', async (when, constraint, change) => {
    const uid = await (when === 'before a day has passed' ? approved() : prepared());
    await expect(sql`update contact_recovery.request set ${change} where id = ${uid}`.execute(db)).rejects.toThrow(
      constraint,
    );
  });

  it('is seen, and two approvals at once count once', async () => {
    const uid = await prepared();
    expect((await second('GET', '/v1/manage/queue/contact_recoveries')).text).toContain(who.customer.memberCode);
    expect(await listed(second)).toMatchObject([{ uid, canDecide: true, newEmail, newPhone, reason }]);
    expect((await listed(auditor)).length).toBe(1);
    const answers = await Promise.all([decide('approve', uid), decide('approve', uid)]);
    expect(answers.map(({ body }) => body.code ?? 'approved').toSorted()).toEqual(['approved', 'invalid_transition']);
    expect((await second('GET', `/v1/manage/customer/${who.customer.id}/audit`)).text).toContain(
      'contact_recovery.approved',
    );
    const { rows } = await sql<{ action: string }>`
      select action from platform.audit where entity = ${`contact_recovery:${uid}`} order by id`.execute(db);
    expect(rows.map(({ action }) => action)).toEqual(['contact_recovery.prepared', 'contact_recovery.approved']);
  });
});

const states = [
  ['prepared', prepared, 1],
  ['approved', approved, 2],
  ['confirming', confirming, 3],
] as const;

describe.each(states)('while it is %s', (state, arrive, letters) => {
  it('is stopped from the old mailbox, once and for good', async () => {
    const uid = await arrive();
    const token = await stopToken(letters);
    expect(await stateOf(uid)).toBe(state);
    expect((await stopByLink(token)).body.data).toEqual({ state: 'stopped' });
    expect((await stopByLink(token)).body.data).toEqual({ state: 'stopped' });
    for (const verb of ['approve', 'withdraw'] as const)
      expect((await decide(verb, uid)).body.code).toBe('invalid_transition');
    if (state === 'confirming')
      expect((await confirm(await confirmToken(), await textedCode())).body.code).toBe('contact_link_invalid');
    await pass(100);
    expect(await stateOf(uid)).toBe('stopped');
    expect(await contactNow()).toEqual({ email: who.user.email, phone: oldPhone });
  });

  it('is shown masked to the person, who stops it after logging in', async () => {
    const uid = await arrive();
    const { call } = await signIn(base, who);
    const { recovery } = (await call('GET', '/v1/profile/contact-recovery')).body.data;
    expect(recovery).toMatchObject({ uid, state, newEmail: `n•••@larkmere.example` });
    expect(JSON.stringify(recovery)).not.toContain(newPhone);
    expect((await call('POST', '/v1/profile/contact-recovery/stop', { idempotency: randomUUID() })).status).toBe(200);
    expect(await stateOf(uid)).toBe('stopped');
    expect((await call('GET', '/v1/profile/contact-recovery')).body.data).toEqual({ recovery: null });
    const again = await call('POST', '/v1/profile/contact-recovery/stop', { idempotency: randomUUID() });
    expect(again.body.code).toBe('invalid_transition');
  });

  it('is withdrawn by staff, and only the second one refuses what is prepared', async () => {
    const uid = await arrive();
    const token = await stopToken(letters);
    if (state !== 'prepared') expect((await decide('refuse', uid)).body.code).toBe('invalid_transition');
    expect((await decide('withdraw', uid, first)).body.data).toMatchObject({ state: 'withdrawn', deadlineAt: null });
    expect((await stopByLink(token)).body.data).toEqual({ state: 'ended' });
  });

  it('is told on every channel', async () => {
    await arrive();
    const mails = await waitForMails(who.user.email, letters);
    for (const { text } of mails) expect(tokenIn(text, 'stop')).toHaveLength(43);
    expect(await waitForTexts(oldPhone, letters)).toHaveLength(letters);
    const { rows } = await sql<{ type: string; message: string }>`
      select type, message from notification.notification where user_id = ${who.user.id} order by created_at`.execute(
      db,
    );
    expect(rows.at(-1)).toMatchObject({
      type: `contact_recovery.${state}`,
      message: expect.stringContaining('Not you?'),
    });
  });
});

describe('what is confirmed', () => {
  it('is told at the old mailbox and number, which cannot stop it any more', async () => {
    await confirming();
    const token = await stopToken(3);
    await confirm(await confirmToken(), await textedCode());
    const letter = (await waitForMails(who.user.email, 4)).at(-1);
    expect(letter?.text).toContain('Your contact details were changed on');
    expect((await waitForTexts(oldPhone, 4)).at(-1)).toContain('your email or phone was changed');
    expect((await stopByLink(token)).body.data).toEqual({ state: 'confirmed' });
  });

  it('ends after five wrong codes', async () => {
    const uid = await confirming();
    const [token, code] = [await confirmToken(), await textedCode()];
    for (let tried = 1; tried <= 5; tried++)
      expect((await confirm(token, otherThan(code))).body.code).toBe('contact_code_wrong');
    expect((await confirm(token, code)).body.code).toBe('contact_link_invalid');
    expect(await stateOf(uid)).toBe('lapsed');
  });

  it('lapses after 72 hours', async () => {
    const uid = await confirming();
    const [token, code] = [await confirmToken(), await textedCode()];
    await pass(72);
    await expect.poll(() => stateOf(uid)).toBe('lapsed');
    expect((await confirm(token, code)).body.code).toBe('contact_link_invalid');
  });

  it.each([
    [
      'the person changed their address meanwhile',
      () => sql`update customer.user set email = ${`own.${newEmail}`} where id = ${who.user.id}`.execute(db),
    ],
    ['the account was locked meanwhile', () => setAccountStatus(db, who, 'locked')],
  ])('is refused if %s', async (_, happen) => {
    const uid = await confirming();
    const [token, code] = [await confirmToken(), await textedCode()];
    await happen();
    expect((await confirm(token, code)).body.code).toBe('contact_link_invalid');
    expect(await stateOf(uid)).toBe('lapsed');
  });
});

describe('preparing', () => {
  it('gives no hint that an address belongs to somebody else, who gets a letter and no link', async () => {
    const stranger = await seedCustomer(db);
    const answer = await prepare({ email: stranger.user.email });
    expect(answer.body.data).toMatchObject({ state: 'prepared' });
    await decide('approve', answer.body.data.uid);
    await pass(24);
    const [letter] = await waitForMails(stranger.user.email, 1);
    expect(letter?.subject).toBe('You already have an account');
    expect(tokenIn(letter?.text, 'confirm')).toBe('no link');
  });

  it('checks the values like the changes of the person, and the account', async () => {
    expect((await prepare({ email: 'nobody' })).body.code).toBe('validation_failed');
    expect((await prepare({ phone: '07400 900123' })).body.code).toBe('validation_failed');
    expect((await prepare({ phone: '+999999999' })).body.code).toBe('validation_failed');
    expect((await prepare({ email: who.user.email.toUpperCase() })).body.code).toBe('email_unchanged');
    expect((await prepare({ phone: oldPhone })).body.code).toBe('phone_unchanged');
    expect((await prepare({ reason: 'short' })).body.code).toBe('validation_failed');
    expect((await prepare({}, auditor)).status).toBe(403);
    await setAccountStatus(db, who, 'suspended');
    expect((await prepare()).body.code).toBe('invalid_transition');
  });

  it('is done once if two members of staff prepare at the same time', async () => {
    const answers = await Promise.all([prepare({}, first), prepare({}, second)]);
    expect(answers.map(({ body }) => body.code ?? body.data.state).toSorted()).toEqual([
      'invalid_transition',
      'prepared',
    ]);
  });

  it('is possible three times a day', async () => {
    for (let time = 1; time <= 3; time++) await decide('withdraw', await prepared());
    expect((await prepare()).body.code).toBe('too_many_contact_recoveries');
  });
});

it('tells the owner of the business that the person works for', async () => {
  const owner = await seedCustomer(db, { business: true });
  const member = await seedColleague(db, owner, 'payer', ['viewprofile']);
  const answer = await first('POST', `/v1/manage/user/contact-recovery/${member.user.id}`, {
    email: newEmail,
    reason,
    idempotency: randomUUID(),
  });
  expect(answer.status).toBe(200);
  const [letter] = await waitForMails(owner.user.email, 1);
  expect(letter?.text).toContain(`${member.user.name} told us`);
  await expect
    .poll(async () => {
      const { rows } = await sql<{ type: string }>`
        select type from notification.notification where user_id = ${owner.user.id}`.execute(db);
      return rows;
    })
    .toEqual([{ type: 'contact_recovery.prepared_of_member' }]);
});

it('is erased with the person, and who decided stays', async () => {
  const uid = await approved();
  const erasure = { customerId: who.customer.id, people: [who.user.id], extent: 'partly' } as const;
  await inTransaction(db, (tx, now) =>
    eraseRecoveries(
      { tx, now, actor: { kind: 'system', name: 'test' }, requestId: randomUUID() },
      { eventId: 1n, payload: erasure },
    ),
  );
  const { rows } = await sql<Record<string, unknown>>`
    select state, old_email, old_phone, new_email, new_phone, reason, approved_by is not null as approved
    from contact_recovery.request where id = ${uid}`.execute(db);
  expect(rows).toEqual([
    {
      state: 'lapsed',
      oldEmail: '',
      oldPhone: null,
      newEmail: '',
      newPhone: null,
      reason: 'erased with the person',
      approved: true,
    },
  ]);
});
