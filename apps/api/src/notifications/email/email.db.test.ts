import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { caller, seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { asSystem, createDatabase, seedCustomer, seedUser, type TestUser } from '../../../../../test/fixtures/base.ts';
import { createMailbox, openTestMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { seedStaff, staffCredentials } from '../../../../../test/fixtures/staff.ts';
import { statementExportReady } from '../../accounts/statement/statement.ts';
import { cardPaymentShort, cardShortfallRecovered } from '../../cards/card-payment/card-payment.ts';
import { failSignIn } from '../../identity/session/sign-in-fixture.ts';
import { emit } from '../../platform/events/outbox.ts';

const { db, url } = await createDatabase();
/** Of the suite about a mail server that hangs. */
const elsewhere = await createDatabase();
const { url: smtpUrl, waitForMails, mailsTo } = await createMailbox();
const from = 'Larkmere <post@larkmere.example>';
const { base } = await startTestApi(url, { mail: { smtpUrl, from, supportPhone: '020 7946 0018' } });
let who: TestUser;

beforeEach(async () => {
  who = await seedCustomer(db, { name: 'Anong <b>Srisuk' });
  await seedCredentials(db, who);
});

const key = () => ({ idempotency: randomUUID() });
const notices = async ({ user }: TestUser) =>
  (
    await sql<{ type: string; title: string; message: string }>`
      select type, title, message from notification.notification where user_id = ${user.id}`.execute(db)
  ).rows;
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

describe('a locked PIN', () => {
  it('is reported to its owner once, by notification and by e-mail', async () => {
    const { call } = await signIn(base, who);
    for (let n = 0; n < 7; n += 1) await call('POST', '/v1/pin/verify', { pincode: '7396', ...key() });
    const [mail] = await waitForMails(who.user.email);
    expect(mail).toMatchObject({
      subject: 'Your PIN is locked',
      from: { name: 'Larkmere', address: 'post@larkmere.example' },
      to: [{ address: who.user.email }],
    });
    expect(mail?.text).toMatch(
      /^Hello Anong,\n\nYour money is safe\. .* so we locked it on \w{3} \d{1,2} \w{3} \d{4}, /,
    );
    expect(mail?.text).toContain('call us straight away on 020 7946 0018.');
    expect(mail?.html).toContain('<p>Hello Anong,</p>');
    await delivered();
    expect(await mailsTo(who.user.email)).toHaveLength(1);
    expect(await notices(who)).toEqual([
      { type: 'pin.locked', title: 'Your PIN is locked', message: expect.stringContaining('Your money is safe.') },
    ]);
  });
});

describe('a locked sign-in', () => {
  const wrong = (username: string) => ({ username, password: 'not this one', ...key() });

  it('is reported to its owner once, by notification and by e-mail, and not to a colleague', async () => {
    const colleague = await seedUser(db, who.customer);
    const names = [who.user.username, who.user.email, who.customer.memberCode];
    for (const name of [...names, ...names.slice(0, 2)]) await failSignIn({ db, base }, wrong(name), 1);
    for (const name of names)
      expect((await caller(base)('POST', '/v1/login', wrong(name))).body.code).toBe('login_locked');
    const [mail] = await waitForMails(who.user.email);
    expect(mail?.subject).toBe('Logging in is paused');
    expect(mail?.text).toMatch(/paused logging in until \w{3} \d{1,2} \w{3} \d{4}, \d\d:\d\d UK time\./);
    await delivered();
    expect(await mailsTo(who.user.email)).toHaveLength(1);
    expect(await mailsTo(colleague.email)).toEqual([]);
    expect((await notices(who)).map(({ type, title }) => [type, title])).toEqual([
      ['session.sign_in_locked', 'Logging in is paused'],
    ]);
  });

  it('is reported to staff by e-mail', async () => {
    const staff = await seedStaff(db);
    const body = await staffCredentials(staff, { password: 'not this one' });
    await failSignIn({ db, base, path: '/v1/manage/login' }, body, 5);
    const [mail] = await waitForMails(`${staff.username}@example.com`);
    expect(mail?.text).toContain('Hello Staff,');
  });

  it('takes the same steps for an unknown name, without any message', async () => {
    const [{ topics: before }, { topics: known }] = [await noted(), { topics: ['session.sign_in_locked'] }];
    await failSignIn({ db, base }, wrong(`nobody has ${randomUUID()}`), 5);
    expect((await noted()).topics.slice(before.length)).toEqual(known);
    await delivered();
  });

  const noted = async () => {
    const { rows } = await sql<{ topic: string }>`select topic from platform.event order by id`.execute(db);
    return { topics: rows.map(({ topic }) => topic) };
  };
});

describe('a mail server', () => {
  const outgoing = async (at: typeof db) => {
    const { rows } = await sql`
      select channel, template, state, attempts, last_error from outgoing_message.message
      where recipient = ${`person:${who.user.id}`}`.execute(at);
    return rows;
  };
  const lockPin = async (at: string) => {
    const { call } = await signIn(at, who);
    for (let n = 0; n < 4; n += 1) await call('POST', '/v1/pin/verify', { pincode: '7396', ...key() });
    return call('POST', '/v1/pin/verify', { pincode: '7396', ...key() });
  };

  it('is not contacted again after it refuses an address permanently', async () => {
    const email = `unknown@${who.user.username}.example`;
    await sql`update customer.user set email = ${email} where id = ${who.user.id}`.execute(db);
    expect((await lockPin(base)).body.code).toBe('pin_locked');
    const refusals = () =>
      sql`select 1 from platform.audit where action = 'mail.refused' and entity = ${`person:${who.user.id}`}`.execute(
        db,
      );
    await expect.poll(async () => (await refusals()).rows.length, { timeout: 15_000 }).toBe(1);
    await delivered();
    expect(await outgoing(db)).toEqual([
      { channel: 'email', template: 'email_pin_locked', state: 'bounced', attempts: 1, lastError: null },
    ]);
  });

  it('does not delay requests while it hangs, and gets the e-mail once it works', async () => {
    who = await seedCustomer(elsewhere.db);
    await seedCredentials(elsewhere.db, who);
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, from, supportPhone: '020 7946 0018', timeoutMs: 1000 };
    const app = await startTestApi(elsewhere.url, { mail });
    expect((await lockPin(app.base)).body.code).toBe('pin_locked');
    const failures = () =>
      sql`select 1 from platform.delivery where listener = 'mail-pin-locked' and last_error is not null`.execute(
        elsewhere.db,
      );
    await expect.poll(async () => (await failures()).rows.length, { timeout: 15_000 }).toBe(1);
    expect(await outgoing(elsewhere.db)).toEqual([
      expect.objectContaining({ state: 'sending', attempts: 1, lastError: expect.stringContaining('ETIMEDOUT') }),
    ]);
    silent.close();
    const back = await openTestMailbox(port);
    await back.waitForMails(who.user.email);
    await expect
      .poll(() => outgoing(elsewhere.db), { timeout: 15_000 })
      .toEqual([expect.objectContaining({ state: 'sent', attempts: 2, lastError: null })]);
    await back.close();
  });
});

describe('a statement that is ready', () => {
  const announce = (kind: 'statement' | 'monthly' | 'closing_pack') =>
    asSystem(db, (ctx) =>
      emit(ctx, statementExportReady, {
        exportId: randomUUID(),
        customerId: who.customer.id,
        userId: who.user.id,
        accounts: ['12345678'],
        from: '2026-10-01',
        to: '2026-10-31',
        kind,
      }),
    );

  it('is announced by e-mail if it is a monthly one, with a link that needs the login', async () => {
    await announce('statement');
    await announce('closing_pack');
    await announce('monthly');
    const [mail] = await waitForMails(who.user.email);
    expect(mail?.subject).toBe('Your statement is ready');
    expect(mail?.text).toContain('for October 2026 is ready.');
    expect(mail?.text?.match(/https?:\/\/\S+/g)).toEqual([expect.stringMatching(/\/statement\?export=latest$/)]);
    expect(mail?.text).not.toContain('12345678');
    expect(mail?.attachments).toEqual([]);
    await delivered();
    expect(await mailsTo(who.user.email)).toHaveLength(1);
    expect((await notices(who)).map(({ type }) => type)).toEqual(Array(3).fill('statement.export_ready'));
  });
});

describe('an account that is short after a card payment', () => {
  const paid = async () => ({
    customerId: who.customer.id,
    cardId: randomUUID(),
    bankholderId: '104882',
    amount: '12.50',
    currency: 'GBP' as const,
    at: '2026-11-26T12:00:00.000Z',
  });

  it('is told to holder and owners once, with what works, what to pay in and where', async () => {
    const holder = await seedUser(db, who.customer, { role: 'cardholder' });
    const payment = { ...(await paid()), paymentId: randomUUID(), holderId: holder.id, merchant: 'Copper Kettle' };
    const step = { step: 'cleared', wasHeld: false, declineCode: null, declineLimit: null } as const;
    await asSystem(db, (ctx) => emit(ctx, cardPaymentShort, { ...payment, ...step, missing: '2.50' }));
    await delivered();
    for (const { email } of [who.user, holder]) {
      const mails = await mailsTo(email);
      expect(mails.map(({ subject }) => subject)).toEqual(['Your account is short after a card payment']);
      const text = mails[0]?.text?.replace(/\s+/g, ' ');
      expect(text).toContain('Copper Kettle took 12.50 GBP by card');
      expect(text).toContain('it was 2.50 GBP short');
      expect(text).toContain('Everything else still works');
      expect(text).toContain('add 2.50 GBP to the account');
      expect(text).toContain('choose “Receive money”');
    }
  });

  it('and has paid it, is told once more', async () => {
    const recovered = { ...(await paid()), holderIds: [who.user.id], isUsable: true };
    await asSystem(db, (ctx) => emit(ctx, cardShortfallRecovered, recovered));
    await delivered();
    const mails = await mailsTo(who.user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Nothing is owed after your card payments']);
    expect(mails[0]?.text).toContain('The card that we stopped works again.');
    expect((await notices(who)).map(({ type }) => type)).toEqual(['card.recovered']);
  });
});
