import { randomUUID } from 'node:crypto';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
  testPin,
} from '../../../../../test/fixtures/api-server.ts';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import { createDatabase, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { receivePinCode } from '../../../../../test/fixtures/pin-code.ts';
import { changeAs, removeAs, resetPinAs, userOf } from '../../../../../test/fixtures/users.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail });

let owner: TestUser;
let maker: TestUser;

beforeEach(async () => {
  owner = await seedCustomer(db, { business: true });
  maker = await seedColleague(db, owner, 'maker', roleAccess.maker);
  await seedCredentials(db, maker);
});

const uidOf = ({ user }: TestUser): string => user.membershipId;

describe('the next request of the person', () => {
  it('has the new role and rights, and their open pages are told to load them', async () => {
    const { call } = await signIn(base, maker);
    expect((await call('GET', '/v1/payee')).status).toBe(200);
    await changeAs(db, owner, uidOf(maker), { role: 'cardholder' });
    expect((await call('GET', '/v1/payee')).body.code).toBe('access_denied');
    const { user } = (await call('GET', '/v1/login')).body.data;
    expect(user).toMatchObject({ role: 'cardholder', accessRole: { payment: false, card: true } });
    await expect
      .poll(async () => (await call('GET', '/v1/notification')).body.data.list, { timeout: 15_000 })
      .toMatchObject([{ type: 'user.rights_changed' }]);
  });

  it('is refused once they are suspended or removed', async () => {
    const { call } = await signIn(base, maker);
    await changeAs(db, owner, uidOf(maker), { state: 'suspended', reason: 'security' });
    expect((await call('GET', '/v1/payee')).body.code).toBe('not_signed_in');
    await changeAs(db, owner, uidOf(maker), { state: 'active' });
    const again = await signIn(base, maker);
    expect((await again.call('GET', '/v1/payee')).status).toBe(200);
    await removeAs(db, owner, uidOf(maker));
    expect((await again.call('GET', '/v1/payee')).body.code).toBe('not_signed_in');
  });
});

describe('a PIN that a colleague resets', () => {
  it('no longer works, and its owner alone chooses the next, under the limits of a reset', async () => {
    const { call } = await signIn(base, maker);
    const verify = async (pincode: string) =>
      (await call('POST', '/v1/pin/verify', { pincode, idempotency: randomUUID() })).body;
    expect(await verify(testPin)).toMatchObject({ result: true });
    await resetPinAs(db, owner, uidOf(maker));
    expect(await userOf(db, owner, uidOf(maker))).toMatchObject({ status: 'locked' });
    expect(await verify(testPin)).toMatchObject({ code: 'pin_locked' });
    const next = { pincode: '7294', confirmation: '7294', idempotency: randomUUID() };
    expect((await call('POST', '/v1/pin', next)).body.code).toBe('pin_exists');
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from pin.pin where user_id = ${maker.user.id} and reset_at is not null`.execute(db);
    expect(rows[0]?.count).toBe(0);
    await call('POST', '/v1/pin/reset', {
      ...next,
      password: testPassword,
      code: await receivePinCode(db, call, maker.user.id),
      idempotency: randomUUID(),
    });
    expect(await verify('7294')).toMatchObject({ result: true });
    const after = await sql<{ count: number }>`
      select count(*)::int from pin.pin where user_id = ${maker.user.id} and reset_at is not null`.execute(db);
    expect(after.rows[0]?.count).toBe(1);
    expect(await userOf(db, owner, uidOf(maker))).toMatchObject({ status: 'active' });
  });
});

describe('the person is told by e-mail', () => {
  it('of another role, a suspension, the end of it, a removal and a new PIN', async () => {
    const uid = uidOf(maker);
    const { email } = maker.user;
    await changeAs(db, owner, uid, { role: 'payer' });
    await changeAs(db, owner, uid, { limits: { perPayment: '5.00', daily: null, currency: 'GBP' } });
    await changeAs(db, owner, uid, { state: 'suspended', reason: 'on_leave' });
    await waitForMails(email, 2);
    await changeAs(db, owner, uid, { state: 'active' });
    await resetPinAs(db, owner, uid);
    await waitForMails(email, 4);
    await removeAs(db, owner, uid);
    const texts = (await waitForMails(email, 5)).map(({ text = '' }) => text);
    for (const expected of [
      'Before: maker\nNow: payer',
      'suspended your access',
      'gave you access',
      'asked for a new PIN for you',
      'removed you from',
    ])
      expect(texts.filter((text) => text.includes(expected))).toHaveLength(1);
    expect(texts.join()).toContain(owner.customer.name);
  });
});
