import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedAccount, seedCustomer, seedPayee } from '../../../../../test/fixtures/base.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const supportStaff = await seedStaff(db, { role: 'support' });
const [support, compliance, dealer] = [
  await signInStaff(base, supportStaff),
  await signInStaff(base, await seedStaff(db, { role: 'compliance' })),
  await signInStaff(base, await seedStaff(db, { role: 'dealer' })),
];
type Session = typeof support;

const who = await seedCustomer(db, { name: 'Anong Srisuk' });
const account = await seedAccount(db, who, { balance: '120.50' });
const payee = await seedPayee(db, who);
const held = await seedPaymentRow(db, who, account, payee, { state: 'in_review', amount: '25.00' });
await seedCredentials(db, who);
await (await signIn(base, who)).call('GET', '/v1/login');

const id = who.customer.id;
const get = async (by: Session, tab = '') =>
  (await by.call('GET', `/v1/manage/customer/${id}${tab && `/${tab}`}`)).body;
const post = (by: Session, tab: string, sent: object) =>
  by.call('POST', `/v1/manage/customer/${id}/${tab}`, { ...sent, idempotency: randomUUID() });

it('shows in the header who it is, and what waits only to those who may act on it', async () => {
  expect((await get(compliance)).data).toMatchObject({
    name: 'Anong Srisuk',
    memberCode: who.customer.memberCode,
    status: 'active',
    kycStatus: 'approved',
    waiting: { payments: 1, payees: 0 },
  });
  expect((await get(support)).data).toMatchObject({ kycCase: null, waiting: { payments: 0, payees: 0, kyc: 0 } });
  const unknown = await support.call('GET', `/v1/manage/customer/${randomUUID()}`);
  expect(unknown.status).toBe(404);
});

it('shows accounts with balances, payments, payees, people and orders', async () => {
  const { accounts, payments } = (await get(support, 'overview')).data;
  expect(accounts).toMatchObject([
    { bankholderId: account.bankholderId, balance: { amount: '120.50', currency: 'GBP' } },
  ]);
  expect(payments).toMatchObject([{ uid: held, isHeld: true, amount: { amount: '25.00' } }]);
  expect((await get(support, 'payments')).data.list).toHaveLength(1);
  expect((await get(dealer, 'payees')).data.list).toMatchObject([{ uid: payee.id, name: 'Somchai Prasert' }]);
  expect((await get(support, 'people')).data.people).toMatchObject([{ name: 'Anong Srisuk', role: 'owner' }]);
  expect((await get(support, 'activity')).data.list[0]).toMatchObject({ who: 'Anong Srisuk' });
  expect((await get(dealer, 'orders')).data.list).toEqual([]);
  expect((await get(support, 'messages')).result).toBe(true);
});

it('keeps personal details from roles that only deal', async () => {
  for (const tab of ['people', 'activity', 'audit', 'accountstatus', 'messages', 'notes'])
    expect((await get(dealer, tab)).code).toBe('access_denied');
  const asked = await post(dealer, 'identity', { reason: 'Wants to know the birthday.' });
  expect(asked.body).toMatchObject({ code: 'access_denied' });
});

it('keeps notes, shows support needs first everywhere, and never changes a note', async () => {
  const body = 'Hard of hearing: write by e-mail, in Thai if you can.';
  const added = await post(support, 'notes', { body, isSupportNeed: true });
  expect(added.body.data.list).toMatchObject([{ body, isSupportNeed: true }]);
  await post(support, 'notes', { body: 'Asked about cards.', isSupportNeed: false });
  expect((await get(compliance)).data.supportNeeds).toMatchObject([{ body }]);
  expect((await get(dealer)).data.supportNeeds).toEqual([]);
});

it('pages notes without gaps, the latest first', async () => {
  for (let i = 0; i < 21; i++) await post(support, 'notes', { body: `Note ${i}`, isSupportNeed: false });
  const first = (await get(support, 'notes')).data as { list: { uid: string; body: string }[]; hasMore: boolean };
  expect([first.list.length, first.hasMore, first.list[0]?.body]).toEqual([20, true, 'Note 20']);
  const rest = (await get(support, `notes?after=${first.list.at(-1)?.uid}`)).data;
  expect(rest.hasMore).toBe(false);
  expect(rest.list.slice(0, 2).map(({ body }: { body: string }) => body)).toEqual(['Note 0', 'Asked about cards.']);
  expect((await get(support, `notes?after=${randomUUID()}`)).data.list).toEqual([]);
});

it('shows identity details with a reason only, and all that staff did in the audit tab', async () => {
  await sql`update customer.user set phone = '+447700900999', date_of_birth = '1988-03-12' where id = ${who.user.id}`.execute(
    db,
  );
  expect((await get(support, 'people')).data.people[0].phone).toBe('•••• 999');
  const short = await post(support, 'identity', { reason: 'call' });
  expect(short.body).toMatchObject({ code: 'validation_failed' });
  const reason = 'Caller asks to reset the PIN.';
  const shown = await post(support, 'identity', { reason });
  expect(shown.body.data).toMatchObject({ dateOfBirth: '1988-03-12', phones: ['+447700900999'] });
  const { list } = (await get(compliance, 'audit')).data;
  expect(list).toContainEqual(
    expect.objectContaining({
      what: 'customer.identity_revealed',
      who: expect.stringMatching(/^Staff \d+$/),
      detail: reason,
    }),
  );
  expect(list.map(({ what }: { what: string }) => what)).toContain('customer.viewed');
  expect(JSON.stringify(list)).not.toContain('1988-03-12');
});

it('shows no sign-in, device, message or phone number of people of another customer', async () => {
  const stranger = await seedCustomer(db, { name: 'Peter Smith' });
  await seedCredentials(db, stranger);
  await signIn(base, stranger);
  const traces = [
    { userId: who.user.id, phone: '+447700900001', lastSeenAt: '2026-01-05T10:00:00.000Z' },
    { userId: stranger.user.id, phone: '+447700900002', lastSeenAt: '2026-01-06T10:00:00.000Z' },
  ];
  for (const { userId, phone, lastSeenAt } of traces) {
    await db.updateTable('customer.user').set({ phone }).where('id', '=', userId).execute();
    await db.updateTable('session.session').set({ lastSeenAt }).where('userId', '=', userId).execute();
    const secretHash = Buffer.from(userId);
    await db.insertInto('device.device').values({ id: randomUUID(), userId, secretHash, name: 'Firefox' }).execute();
    const message = { id: randomUUID(), channel: 'sms', template: 'pin-code', recipient: `person:${userId}` } as const;
    await db.insertInto('outgoing_message.message').values(message).execute();
  }
  expect((await get(support)).data.lastSeenAt).toBe('2026-01-05T10:00:00.000Z');
  const { devices } = (await get(support, 'people')).data as { devices: { person: string }[] };
  expect(new Set(devices.map(({ person }) => person))).toEqual(new Set(['Anong Srisuk']));
  const { list } = (await get(support, 'messages')).data as { list: { who: string }[] };
  expect(new Set(list.map((message) => message.who))).toEqual(new Set(['Anong Srisuk']));
  const shown = await post(support, 'identity', { reason: 'Caller asks which phone we have.' });
  expect(shown.body.data.phones).toEqual(['+447700900001']);
});
