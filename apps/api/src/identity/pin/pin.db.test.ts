import { randomUUID } from 'node:crypto';
import type { PaymentPurpose } from '@larkmere/contract/purpose';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Caller,
  caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
  testPepper,
  testPin,
} from '../../../../../test/fixtures/api-server.ts';
import { signedIn } from '../../../../../test/fixtures/approval.ts';
import { createDatabase, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { inSession } from '../../../../../test/fixtures/payment.ts';
import { receivePinCode } from '../../../../../test/fixtures/pin-code.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { requirePinAuthorisation } from './pin.ts';
import { verifyPin } from './verify-pin.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
let who: TestUser;
let call: Caller;

beforeEach(async () => {
  who = await seedCustomer(db);
  await seedCredentials(db, who);
  ({ call } = await signIn(base, who));
});

const key = () => ({ idempotency: randomUUID() });
const verify = (pincode: string, more: object = {}) => call('POST', '/v1/pin/verify', { pincode, ...more, ...key() });
async function redeem(by: TestUser, authorisation: string, given: PaymentPurpose): Promise<void> {
  const { sessionId } = await db
    .selectFrom('pin.authorisation')
    .select('sessionId')
    .where('userId', '=', by.user.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  const actor = inSession(by, sessionId);
  await inTransaction(db, (tx) => requirePinAuthorisation({ tx, actor }, authorisation, given));
}
const purpose = (amount: string): PaymentPurpose => ({
  operation: 'payment.gbp',
  sourceBankholderId: '1234567890',
  payeeUid: randomUUID(),
  payeeVersion: 1,
  amount,
  currency: 'GBP',
  fee: '0.50',
  reference: 'Rent',
  paymentIdempotency: randomUUID(),
});

describe('the PIN', () => {
  it('cannot be checked by an anonymous caller', async () => {
    expect((await caller(base)('POST', '/v1/pin/verify', { pincode: testPin, ...key() })).status).toBe(401);
  });

  it('is right or wrong, and reports the attempts left', async () => {
    expect((await verify(testPin)).body.data).toEqual({ authorisation: null, expiresAt: null });
    expect((await verify('7396')).body).toMatchObject({
      code: 'pin_wrong',
      message: expect.stringContaining('4 tries left'),
      reason: { code: 'pin_wrong_tries_left', params: { left: 4 } },
    });
    expect((await call('GET', '/v1/pin')).body.data).toEqual({ exists: true, status: 'active', attemptsLeft: 4 });
    await verify(testPin);
    expect((await call('GET', '/v1/pin')).body.data.attemptsLeft).toBe(5);
  });

  it('allows at most five of many concurrent guesses, and then refuses even the right one', async () => {
    const answers = await Promise.all(Array.from({ length: 150 }, (_, n) => verify(String(3000 + n))));
    const evaluated = answers.filter(({ body }) => body.code === 'pin_wrong').length;
    expect(evaluated).toBeLessThanOrEqual(5);
    expect((await verify(testPin)).body.code).toBe('pin_locked');
    expect((await call('GET', '/v1/pin')).body.data.status).toBe('locked');
  });

  it('counts failed changes together with all other failures', async () => {
    for (const pincode of ['7396', '7392', '7393', '7394']) await verify(pincode);
    expect(
      (await call('PUT', '/v1/pin', { current: '7395', pincode: '5937', confirmation: '5937', ...key() })).body.code,
    ).toBe('pin_locked');
  });

  it.each(['1111', '1212', '2580', '7890', '3105'])('may not be %s', async (pincode) => {
    expect(
      (await call('PUT', '/v1/pin', { current: testPin, pincode, confirmation: pincode, ...key() })).body.code,
    ).toBe('pin_weak');
  });

  it('may not be part of the user’s birthday', async () => {
    const change = async (pincode: string) =>
      (await call('PUT', '/v1/pin', { current: testPin, pincode, confirmation: pincode, ...key() })).body.code;
    await sql`update customer.user set date_of_birth = '1983-05-27' where id = ${who.user.id}`.execute(db);
    for (const pincode of ['1983', '2705', '0583', '2783'])
      expect([pincode, await change(pincode)]).toEqual([pincode, 'pin_weak']);
    expect(await change('0584')).toBeUndefined();
  });

  it('is created once, and changed with the old one and a confirmation', async () => {
    expect((await call('POST', '/v1/pin', { pincode: '5937', confirmation: '5937', ...key() })).body.code).toBe(
      'pin_exists',
    );
    expect(
      (await call('PUT', '/v1/pin', { current: testPin, pincode: '5937', confirmation: '5938', ...key() })).body.code,
    ).toBe('pin_mismatch');
    expect(
      (await call('PUT', '/v1/pin', { current: testPin, pincode: '5937', confirmation: '5937', ...key() })).status,
    ).toBe(200);
    expect((await verify('5937')).status).toBe(200);
  });

  it('is none of the last three, whether it is changed or reset, and a fourth one back can be chosen', async () => {
    const change = async (current: string, pincode: string) =>
      (await call('PUT', '/v1/pin', { current, pincode, confirmation: pincode, ...key() })).body.message;
    const reused = 'You used that PIN lately. Choose one that is not among your last three.';
    expect(await change(testPin, testPin)).toBe(reused);
    expect(await change(testPin, '5937')).toBe('success');
    expect(await change('5937', '8263')).toBe('success');
    expect(await change('8263', testPin)).toBe(reused);
    expect((await verify('8263')).status).toBe(200);
    const code = await receivePinCode(db, call, who.user.id);
    const reset = { password: testPassword, pincode: '5937', confirmation: '5937', code, ...key() };
    expect((await call('POST', '/v1/pin/reset', reset)).body).toMatchObject({ code: 'pin_weak', message: reused });
    expect(await change('8263', '6048')).toBe('success');
    expect(await change('6048', testPin)).toBe('success');
  });

  it('does not tell who lacks the old one which digits it has', async () => {
    const wrong = { current: '7396', pincode: testPin, confirmation: testPin, ...key() };
    expect((await call('PUT', '/v1/pin', wrong)).body.code).toBe('pin_wrong');
  });

  it.each(['changed', 'reset'])(
    'ends every other session and every open authorisation when it is %s, but none of another user',
    async (how) => {
      const [other, stranger] = [await signIn(base, who), await seedCustomer(db)];
      await seedCredentials(db, stranger);
      const strange = await signIn(base, stranger);
      const given = purpose('25.00');
      const authorise = async (by: Caller, pincode = testPin): Promise<string> =>
        (await by('POST', '/v1/pin/verify', { pincode, purpose: given, ...key() })).body.data.authorisation;
      const [before, foreign] = [await authorise(call), await authorise(strange.call)];
      const chosen = { pincode: '5937', confirmation: '5937', ...key() };
      const { status } =
        how === 'reset'
          ? await call('POST', '/v1/pin/reset', {
              password: testPassword,
              code: await receivePinCode(db, call, who.user.id),
              ...chosen,
            })
          : await call('PUT', '/v1/pin', { current: testPin, ...chosen });
      expect(status).toBe(200);
      expect((await other.call('GET', '/v1/pin')).status).toBe(401);
      for (const window of [call, strange.call]) expect((await window('GET', '/v1/pin')).status).toBe(200);

      const after = await authorise(call, '5937');
      await expect(redeem(who, before, given)).rejects.toMatchObject({ code: 'authorisation_invalid' });
      await redeem(who, after, given);
      await redeem(stranger, foreign, given);
    },
  );

  it('that is changed while an older entry is checked does not authorise by the old digits', async () => {
    const { ctx, sessionId } = await signedIn(db, who);
    let transactions = 0;
    const transaction = async (work: Parameters<typeof ctx>[0]) => {
      transactions += 1;
      if (transactions === 3)
        await call('PUT', '/v1/pin', { current: testPin, pincode: '5937', confirmation: '5937', ...key() });
      return ctx(work);
    };
    const steps = { actor: inSession(who, sessionId), transaction };
    const entry = { pincode: testPin, purpose: purpose('25.00'), ...key() };
    const factors = { require: async () => false, verify: async () => undefined, findMethods: async () => [] };
    const late = verifyPin({ version: 1, key: testPepper }, factors)(steps as never, entry);
    await expect(late).rejects.toMatchObject({ code: 'pin_wrong' });
    expect(transactions).toBe(3);
    expect((await verify('5937')).status).toBe(200);
  });

  it('is reset with the password and a code, and authorises only small payments for a day', async () => {
    for (const pincode of ['7396', '7392', '7393', '7394', '7395']) await verify(pincode);
    expect(
      (
        await call('POST', '/v1/pin/reset', {
          password: 'not the password',
          pincode: '5937',
          confirmation: '5937',
          ...key(),
        })
      ).body.code,
    ).toBe('login_failed');
    const code = await receivePinCode(db, call, who.user.id);
    const reset = { password: testPassword, pincode: '5937', confirmation: '5937', code, ...key() };
    expect((await call('POST', '/v1/pin/reset', reset)).status).toBe(200);
    expect((await verify('5937', { purpose: purpose('250.00') })).body.data.authorisation).toEqual(expect.any(String));
    expect((await verify('5937', { purpose: purpose('250.01') })).body).toMatchObject({
      code: 'pin_cooling',
      message: expect.stringContaining('250.00 GBP'),
    });
    const baht = { ...purpose('11000.00'), operation: 'payment.thb', currency: 'THB' };
    expect((await verify('5937', { purpose: baht })).body.data.authorisation).toEqual(expect.any(String));
    expect((await verify('5937', { purpose: { ...baht, amount: '11000.01' } })).body.message).toContain(
      '11,000.00 THB',
    );
    const file = { operation: 'payment.bulk', uid: v7(), digest: 'a'.repeat(64), paymentIdempotency: v7() };
    const totals = ['GBP', 'EUR'].map((currency, i) => ({
      currency,
      count: 1,
      amount: ['10.00', '280.01'][i],
      maxFee: '0.50',
      sourceBankholderId: '104882',
    }));
    const bulk = { ...file, totals, amount: '10.00', currency: 'GBP' };
    expect((await verify('5937', { purpose: bulk })).body.message).toContain('280.00 EUR');
    expect((await call('GET', '/v1/pin')).body.data.attemptsLeft).toBe(5);
    const again = { current: '5937', pincode: '5938', confirmation: '5938', ...key() };
    expect((await call('PUT', '/v1/pin', again)).status).toBe(200);
    expect((await verify('5938', { purpose: purpose('250.01') })).body.code).toBe('pin_cooling');
    await sql`update pin.pin set reset_at = now() - interval '25 hours' where user_id = ${who.user.id}`.execute(db);
    expect((await verify('5938', { purpose: purpose('250.01') })).status).toBe(200);
  });

  it('is logged by the server, and reports of the browser are marked as such', async () => {
    await verify('7396');
    await call('POST', '/v1/logs/pin', { action: 'verify', result: 'fail', ...key() });
    const { rows } =
      await sql`select source, action, result from pin.log where user_id = ${who.user.id} order by id`.execute(db);
    expect(rows).toEqual([
      { source: 'server', action: 'verify', result: 'fail' },
      { source: 'client', action: 'verify', result: 'fail' },
    ]);
  });

  it('is not stored, and its hash cannot be guessed without the pepper', async () => {
    const { rows } = await sql<{ hash: string }>`select hash from pin.pin where user_id = ${who.user.id}`.execute(db);
    expect(rows[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=2,p=1\$/);
    const { verifySecret } = await import('../../platform/security/password-hash.ts');
    expect(await verifySecret(testPin, rows[0]?.hash ?? '')).toBe(false);
  });
});
