import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { caller, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, runJob, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { solveCaptcha } from '../../identity/session/sign-in-fixture.ts';
import { registrationPurge } from './registration.sql.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails, mailsTo } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl: 'https://bank.larkmere.example' });
const password = 'the otter swims upstream';

const newEmail = (): string => `nok.${randomUUID()}@larkmere.example`;
const form = (email: string, over: object = {}) => ({
  name: 'Nok Fielding',
  dateOfBirth: '1994-08-14',
  country: 'GB',
  email,
  phone: '+447400123456',
  password,
  acceptTermsVersion: '2.0',
  notifyNews: false,
  idempotency: randomUUID(),
  ...over,
});
const register = (email: string, over: object = {}, call = caller(base)) =>
  call('POST', '/v1/registration', form(email, over));
type Link = Readonly<{ id: string; code: string }>;
const confirm = ({ id, code }: Link, over: object = {}, call = caller(base)) =>
  call('POST', `/v1/account/${id}/registerconfirm`, {
    code,
    acceptTermsVersion: '2.0',
    idempotency: randomUUID(),
    ...over,
  });
const stateOf = async (link: Link): Promise<string> => (await confirm(link)).body.data?.state;
const linkIn = (text: string | undefined): Link => {
  const found = /^https:\/\/bank\.larkmere\.example\/register-confirm#id=([\w-]{36})&code=([\w-]{43})$/m.exec(
    text ?? '',
  );
  if (!found) throw new Error(`no link in ${text}`);
  return { id: found[1] ?? '', code: found[2] ?? '' };
};
const receiveLink = async (email: string, over: object = {}, count = 1): Promise<Link> => {
  const { status, text } = await register(email, over);
  if (status !== 200) throw new Error(text);
  return linkIn((await waitForMails(email, count)).at(-1)?.text);
};
const logIn = (username: string, secret = password) =>
  caller(base)('POST', '/v1/login', { username, password: secret, idempotency: randomUUID() });
const countUsers = async (email: string): Promise<number> => {
  const { rows } = await sql`select 1 from customer.user where lower(email) = lower(${email})`.execute(db);
  return rows.length;
};
const delivered = () =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ n: number }>`
        select (select count(*) from platform.delivery where done_at is null)
          + (select count(*) from platform.event where not is_fanned_out) as n`.execute(db);
        return Number(rows[0]?.n);
      },
      { timeout: 15_000 },
    )
    .toBe(0);

describe('a registration', () => {
  it('opens a wallet account once the link is confirmed, which cannot pay yet', async () => {
    const email = newEmail();
    const name = 'บุญ ไชโย';
    const link = await receiveLink(email, { name, latinName: 'Boon Chaiyo', country: 'TH', notifyNews: true });
    expect(await countUsers(email)).toBe(0);
    expect((await logIn(email)).body.code).toBe('login_failed');
    expect(await stateOf(link)).toBe('confirmed');
    const { body } = await logIn(email);
    expect(body.data).toMatchObject({
      userType: 'wallet',
      kycVerified: false,
      accountStatus: 'pending',
      introducerState: true,
      notifyNews: true,
      user: { name, role: 'owner', accessRole: { payment: true } },
    });
    const code = body.data.user.membercode as string;
    const { rows } = await sql`
      select c.name, c.country, c.kyc_status, p.phone, p.date_of_birth::text as born, w.currency
      from customer.customer c join customer.membership m on m.customer_id = c.id join customer.user p on p.id = m.user_id
        join wallet.wallet w on w.customer_id = c.id
      where c.member_code = ${code}`.execute(db);
    expect(rows).toEqual([
      {
        name: 'Boon Chaiyo',
        country: 'TH',
        kycStatus: 'not_started',
        phone: '+447400123456',
        born: '1994-08-14',
        currency: 'GBP',
      },
    ]);
    const signedIn = caller(base, { authorization: body.data.token });
    expect((await signedIn('GET', '/v1/wallet/list')).body.code).toBe('kyc_required');
    expect((await signedIn('GET', '/v1/walletaccount/kyc/state')).body.data.status).toBe('not_started');
    expect((await waitForMails(email, 2)).at(-1)?.text).toContain(`Your member code is ${code}.`);
  });

  it('leaves newer terms than those that were accepted to the first login', async () => {
    const email = newEmail();
    expect((await confirm(await receiveLink(email), { acceptTermsVersion: '1.0' })).body.data.state).toBe('confirmed');
    expect((await logIn(email)).body.data.syncagreement).toBe(true);
  });

  it.each([
    ['a Thai name without a Latin one', { name: 'บุญ ไชโย' }, 'latinName'],
    ['a Latin name in Thai letters', { name: 'บุญ', latinName: 'บุญ' }, 'latinName'],
    ['a name with a line break', { name: 'Nok\r\nBcc: x' }, 'name'],
    ['somebody under 18', { dateOfBirth: '2012-01-01' }, 'dateOfBirth'],
    ['a country that does not exist', { country: 'ZZ' }, 'country'],
    ['a number without its last digits', { phone: '+4474001234' }, 'phone'],
    ['an address with a line break', { email: 'a@b.example\r\nBcc: c@d.example' }, 'email'],
    ['a short password', { password: 'short' }, 'password'],
  ])('refuses %s and names the field', async (_, over, field) => {
    const { status, body } = await register(newEmail(), over);
    expect([status, body.code, body.errors?.[0]?.field]).toEqual([400, 'validation_failed', field]);
  });

  it('refuses a prohibited country by the rules in force', async () => {
    const { rows } = await sql<{ country: string }>`
      select country from country.rule where risk = 'prohibited' limit 1`.execute(db);
    const { body } = await register(newEmail(), { country: rows[0]?.country ?? 'no prohibited country' });
    expect(body.errors).toEqual([expect.objectContaining({ field: 'country', code: 'not_allowed' })]);
  });

  it('refuses a password with the own name or too little variety', async () => {
    for (const weak of ['aaaaaaaaaaaaaaa', 'fielding the otter'])
      expect((await register(newEmail(), { password: weak })).body.code).toBe('password_weak');
  });
});

describe('an address', () => {
  it('that is known gets the same answer and the same rows, and a letter of its own', async () => {
    const who = await seedCustomer(db);
    const measure = async (email: string) => {
      await delivered();
      const before = await countRows();
      const { status, body } = await register(email);
      const after = await countRows();
      return { status, body: { ...body, requestId: '' }, added: after.map((n, i) => n - (before[i] ?? 0)) };
    };
    const unknown = newEmail();
    expect(await measure(who.user.email.toUpperCase())).toEqual(await measure(unknown));
    const [letter] = await waitForMails(who.user.email);
    expect(letter?.subject).toBe('You already have an account');
    expect(letter?.text).not.toMatch(/register-confirm|https?:/);
    expect((await waitForMails(unknown))[0]?.subject).toBe('Confirm your email address');
    expect(await countUsers(who.user.email)).toBe(1);
  });

  const countRows = async (): Promise<number[]> => {
    const { rows } = await sql<Record<string, string>>`
      select (select count(*) from registration.request) as a, (select count(*) from platform.event) as b,
        (select count(*) from platform.audit) as c, (select count(*) from session.login_throttle) as d`.execute(db);
    return Object.values(rows[0] ?? {}).map(Number);
  };

  it('gets at most three e-mails an hour', async () => {
    const email = newEmail();
    const call = caller(base);
    for (let n = 0; n < 4; n += 1) {
      const over = n < 3 ? {} : { captcha: await solveCaptcha(base) };
      expect((await register(email, over, call)).status).toBe(200);
    }
    await delivered();
    expect((await mailsTo(email)).length).toBeLessThanOrEqual(3);
  });

  it('is slowed down by address and by network', async () => {
    const email = newEmail();
    for (let n = 0; n < 3; n += 1) await register(email);
    expect((await register(email)).body.code).toBe('captcha_required');
    const network = caller(base);
    for (let n = 0; n < 3; n += 1) await register(newEmail(), {}, network);
    expect((await register(newEmail(), {}, network)).body.code).toBe('captcha_required');
  });
});

describe('a link', () => {
  it('works once, also when it is used twice at the same time', async () => {
    const email = newEmail();
    const link = await receiveLink(email);
    expect((await Promise.all([stateOf(link), stateOf(link)])).toSorted()).toEqual(['already', 'confirmed']);
    expect(await stateOf(link)).toBe('already');
    expect(await countUsers(email)).toBe(1);
  });

  it('that is guessed, of somebody else, expired or replaced opens nothing, in the same words', async () => {
    const [mine, other] = [newEmail(), newEmail()];
    const first = await receiveLink(mine);
    const second = await receiveLink(mine, {}, 2);
    const foreign = await receiveLink(other);
    const refused = async (link: Link) => {
      const { status, body } = await confirm(link);
      return { status, body: { ...body, requestId: '' } };
    };
    const unknown = await refused({ id: randomUUID(), code: 'a'.repeat(43) });
    expect(unknown.body.data).toEqual({ state: 'expired' });
    expect(await refused({ ...second, code: 'a'.repeat(43) })).toEqual(unknown);
    expect(await refused({ ...second, code: foreign.code })).toEqual(unknown);
    expect(await refused(first)).toEqual(unknown);
    await sql`update registration.request set expires_at = now() where id = ${foreign.id}`.execute(db);
    expect(await refused(foreign)).toEqual(unknown);
    expect([await countUsers(mine), await countUsers(other)]).toEqual([0, 0]);
    expect(await stateOf(second)).toBe('confirmed');
  });

  it('opens nothing once somebody else has the address', async () => {
    const email = newEmail();
    const link = await receiveLink(email);
    const who = await seedCustomer(db);
    await sql`update customer.user set email = ${email} where id = ${who.user.id}`.execute(db);
    expect(await stateOf(link)).toBe('expired');
    expect(await countUsers(email)).toBe(1);
  });

  it('of a known address opens nothing, even with its right code', async () => {
    const who = await seedCustomer(db);
    const link = await receiveLink(newEmail());
    await sql`update registration.request set email = ${who.user.email}, known_user_id = ${who.user.id} where id = ${link.id}`.execute(
      db,
    );
    expect(await stateOf(link)).toBe('expired');
  });

  it('takes a password that replaces the one of the registration', async () => {
    const email = newEmail();
    const link = await receiveLink(email);
    expect((await confirm(link, { password: 'aaaaaaaaaaaaa' })).body.code).toBe('password_weak');
    const chosen = 'a heron stands in the reeds';
    expect((await confirm(link, { password: chosen })).body.data.state).toBe('confirmed');
    expect((await logIn(email)).body.code).toBe('login_failed');
    expect((await logIn(email, chosen)).status).toBe(200);
  });

  it('is gone after 30 days, with what was entered', async () => {
    const { id } = await receiveLink(newEmail());
    await sql`update registration.request set requested_at = now() - interval '31 days' where id = ${id}`.execute(db);
    await runJob(db, registrationPurge);
    expect((await sql`select 1 from registration.request where id = ${id}`.execute(db)).rows).toEqual([]);
  });
});

describe('an invitation', () => {
  const seedReferrer = async () => {
    const who = await seedCustomer(db, { name: 'Anong Srisuk', introducer: true });
    return { ...who, memberCode: who.customer.memberCode };
  };
  const referralOf = async (email: string) => {
    const { rows } = await sql`
      select r.referrer_id, r.state, r.reason, (r.complete_by - current_date) as days
      from referral.referral r join customer.membership m on m.customer_id = r.customer_id
        join customer.user p on p.id = m.user_id where p.email = ${email}`.execute(db);
    return rows;
  };

  it('says who invited and what both get, and nothing for an unknown code', async () => {
    const { memberCode } = await seedReferrer();
    const show = (code: string) => caller(base)('GET', `/v1/registration/invitation/${code}`);
    expect((await show(memberCode.toLowerCase())).body.data).toEqual({
      firstName: 'Anong',
      initials: 'AS',
      reward: { amount: '50.00', currency: 'GBP' },
      exchange: { amount: '100.00', currency: 'GBP' },
      freeTransfers: 3,
      completeBy: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect((await show('LM-NOBODY')).body.data).toBeNull();
  });

  it('is recorded with the customer, and carried on without if the code is unknown', async () => {
    const { customer, memberCode } = await seedReferrer();
    const [invited, alone] = [newEmail(), newEmail()];
    expect(await stateOf(await receiveLink(invited, { memberCode, phone: '+447400123457' }))).toBe('confirmed');
    expect(await stateOf(await receiveLink(alone, { memberCode: 'LM-NOBODY' }))).toBe('confirmed');
    await delivered();
    expect(await referralOf(invited)).toEqual([
      { referrerId: customer.id, state: 'registered', reason: null, days: expect.any(Number) },
    ]);
    expect(await referralOf(alone)).toEqual([]);
  });

  it('of oneself is not eligible, by telephone or by a variant of the address', async () => {
    const { user, memberCode } = await seedReferrer();
    await sql`update customer.user set phone = '+447400123458' where id = ${user.id}`.execute(db);
    const [byPhone, byEmail] = [newEmail(), user.email.replace('@', '+second@')];
    await stateOf(await receiveLink(byPhone, { memberCode, phone: '+447400123458' }));
    await stateOf(await receiveLink(byEmail, { memberCode }));
    await delivered();
    for (const email of [byPhone, byEmail])
      expect(await referralOf(email)).toEqual([
        expect.objectContaining({ state: 'not_eligible', reason: 'self_referral' }),
      ]);
  });
});
