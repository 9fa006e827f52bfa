import { randomUUID } from 'node:crypto';
import type { Purpose } from '@larkmere/contract/purpose';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
} from '../../../../../test/fixtures/api-server.ts';
import { createAuthenticator } from '../../../../../test/fixtures/authenticator.ts';
import { createDatabase, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import {
  addPasskey,
  addTotp,
  authorise,
  beginChallenge,
  beginPasskey,
  codeNow,
  passkeyProof,
  publicUrl,
  site,
  verifyPin,
} from '../../../../../test/fixtures/second-factor.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url, { publicUrl });

async function seedPerson() {
  const who = await seedCustomer(db);
  await seedCredentials(db, who);
  return { who, ...(await signIn(base, who)) };
}

const rulePurpose = (key: string = randomUUID()) =>
  ({
    operation: 'payee.set-name-check-policy',
    blockOnNoMatch: true,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: key,
  }) as const satisfies Purpose;

const logIn = (who: TestUser, call = caller(base)) =>
  call('POST', '/v1/login', { username: who.user.username, password: testPassword, idempotency: randomUUID() });
const confirmLogin = (challengeId: string, factor: object, more: object = {}, call = caller(base)) =>
  call('POST', '/v1/login/confirm', { challengeId, factor, ...more, idempotency: randomUUID() });

const expire = () =>
  sql`update second_factor.challenge set expires_at = now() where used_at is null and expires_at > now()`.execute(db);

describe('a passkey', () => {
  it('is added with the PIN, brings ten recovery codes, and is told to the owner', async () => {
    const { who, call } = await seedPerson();
    const { uid, recoveryCodes } = await addPasskey(call);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const { body } = await call('GET', '/v1/second-factor');
    expect(body.data).toMatchObject({
      passkeys: [{ uid, name: 'MacBook Pro', isBackedUp: false, lastUsedAt: null }],
      authenticator: null,
      recoveryCodes: { left: 10, total: 10 },
    });
    const { rows } = await sql<{ name: string }>`
      select topic as name from platform.event where payload ->> 'userId' = ${who.user.id} and topic like 'second_factor.%'`.execute(
      db,
    );
    expect(rows).toEqual([{ name: 'second_factor.added' }]);
    expect(JSON.stringify(body)).not.toContain(recoveryCodes?.[0]);
  });

  it('is not added without user verification, from another site, or with a used, expired or foreign challenge', async () => {
    const { call } = await seedPerson();
    const other = await seedPerson();
    const add = (attestation: object, by = call) =>
      by('POST', '/v1/second-factor/passkey', { name: 'x', attestation, idempotency: randomUUID() });
    const begin = async () => (await beginPasskey(call)).body.data.options as { challenge: string };
    const refused = async (attestation: object, by = call) =>
      expect((await add(attestation, by)).body.code).toBe('passkey_refused');
    await refused(createAuthenticator(site).register(await begin(), { isVerified: false }));
    await refused(createAuthenticator(site).register(await begin(), { origin: 'https://bank.larkmere.test' }));
    await refused(createAuthenticator({ ...site, rpId: 'larkmere.test' }).register(await begin()));
    await refused(createAuthenticator(site).register(await begin()), other.call);
    await refused(createAuthenticator(site).register({ challenge: 'AAAA' }));
    const expired = await begin();
    await expire();
    await refused(createAuthenticator(site).register(expired));
    const taken = createAuthenticator(site).register(await begin());
    expect((await add(taken)).body.result).toBe(true);
    await refused(taken);
  });

  it('belongs to one person: the same credential is refused for another', async () => {
    const [first, second] = [await seedPerson(), await seedPerson()];
    const authenticator = createAuthenticator(site);
    const add = async ({ call }: typeof first) => {
      const attestation = authenticator.register((await beginPasskey(call)).body.data.options);
      return call('POST', '/v1/second-factor/passkey', { name: 'x', attestation, idempotency: randomUUID() });
    };
    expect((await add(first)).body.result).toBe(true);
    expect((await add(second)).body.code).toBe('passkey_exists');
  });

  it('is renamed by its owner only', async () => {
    const [{ call }, other] = [await seedPerson(), await seedPerson()];
    const { uid } = await addPasskey(call);
    const rename = (by: typeof call) =>
      by('PUT', `/v1/second-factor/passkey/${uid}`, { name: 'Pixel 9', idempotency: randomUUID() });
    expect((await rename(other.call)).body.code).toBe('not_found');
    expect((await rename(call)).body.data.name).toBe('Pixel 9');
  });
});

describe('a confirmation with PIN and passkey', () => {
  it('works once, for its purpose, in its session', async () => {
    const { who, call } = await seedPerson();
    const { authenticator } = await addPasskey(call);
    const purpose = rulePurpose();
    const missing = await verifyPin(call, purpose);
    expect(missing.body).toMatchObject({
      code: 'second_factor_required',
      data: { methods: ['passkey'] },
    });
    const assertion = authenticator.confirm(await beginChallenge(call, purpose));
    const factor = { method: 'passkey', assertion } as const;
    expect((await verifyPin(call, rulePurpose(), factor)).body.code).toBe('pin_wrong');
    expect((await verifyPin(call, purpose, factor)).body.data.authorisation).toBeTruthy();
    expect((await verifyPin(call, purpose, factor)).body.code).toBe('pin_wrong');

    const here = authenticator.confirm(await beginChallenge(call, purpose));
    const confirmation = await logIn(who);
    const login = confirmation.body.data.challenge;
    const signedIn = await confirmLogin(login.id, {
      method: 'passkey',
      assertion: authenticator.confirm(login.passkey),
    });
    const there = (method: string, path: string, body?: object) =>
      caller(base)(method, path, body, { authorization: signedIn.body.data.token });
    expect((await verifyPin(there, purpose, { method: 'passkey', assertion: here })).body.code).toBe('pin_wrong');
  });

  it('refuses an expired challenge, a counter that went back, another site, and no user verification', async () => {
    const { call } = await seedPerson();
    const { authenticator } = await addPasskey(call);
    const purpose = rulePurpose();
    const begin = () => beginChallenge(call, purpose);
    const answer = async (assertion: ReturnType<typeof authenticator.confirm>) =>
      (await verifyPin(call, purpose, { method: 'passkey', assertion })).body.code;
    expect(await answer(authenticator.confirm(await begin(), { counter: 7 }))).toBeUndefined();
    expect(await answer(authenticator.confirm(await begin(), { counter: 7 }))).toBe('pin_wrong');
    expect(await answer(authenticator.confirm(await begin(), { counter: 8, isVerified: false }))).toBe('pin_wrong');
    expect(await answer(authenticator.confirm(await begin(), { counter: 8, origin: 'https://evil.example' }))).toBe(
      'pin_wrong',
    );
    const late = await begin();
    await expire();
    expect(await answer(authenticator.confirm(late, { counter: 8 }))).toBe('pin_wrong');
    expect(await answer(authenticator.confirm(await begin(), { counter: 8 }))).toBeUndefined();
  });

  it('does not say which was wrong, and locks after five wrong attempts of either', async () => {
    const { call } = await seedPerson();
    const { authenticator } = await addPasskey(call);
    const purpose = rulePurpose();
    const right = () => passkeyProof(call, authenticator, purpose);
    const stranger = createAuthenticator(site);
    const wrong = async () =>
      ({ method: 'passkey', assertion: stranger.confirm(await beginChallenge(call, purpose)) }) as const;
    const messages = [
      (await verifyPin(call, purpose, await right(), '9031')).body.reason,
      (await verifyPin(call, purpose, await wrong())).body.reason,
      (await verifyPin(call, purpose, await wrong(), '9031')).body.reason,
      (await verifyPin(call, purpose, await wrong())).body.reason,
    ];
    expect(messages).toEqual(
      [4, 3, 2, 1].map((left) => ({ code: 'pin_or_factor_wrong_tries_left', params: { left } })),
    );
    expect((await verifyPin(call, purpose, await right(), '9031')).body.code).toBe('pin_locked');
    expect((await verifyPin(call, purpose, await right())).body.code).toBe('pin_locked');
  });
});

describe('an authenticator app', () => {
  it('counts from its first code, and each code works once', async () => {
    const { call } = await seedPerson();
    const { secret } = await addTotp(db, call);
    const purpose = rulePurpose();
    const code = await codeNow(db, secret);
    const enter = async (typed: string) => (await verifyPin(call, purpose, { method: 'totp', code: typed })).body.code;
    expect(await enter(await codeNow(db, secret, -1))).toBe('pin_wrong');
    expect(await enter(code)).toBeUndefined();
    expect(await enter(code)).toBe('pin_wrong');
    const next = await codeNow(db, secret, 1);
    const both = await Promise.all([enter(next), enter(next)]);
    expect(both.toSorted()).toEqual(['pin_wrong', undefined].toSorted());
  });

  it('is not stored in clear, and a begun one is no factor', async () => {
    const { who, call } = await seedPerson();
    const idempotency = randomUUID();
    const purpose = { operation: 'second-factor.add', method: 'totp', paymentIdempotency: idempotency } as const;
    const authorisation = await authorise(call, purpose);
    const { body } = await call('POST', '/v1/second-factor/totp/begin', { authorisation, idempotency });
    const again = await call('POST', '/v1/second-factor/totp/begin', { authorisation, idempotency });
    expect(again.body.code).toBe('authorisation_invalid');
    const { rows } = await sql<{ secret: Buffer }>`
      select secret from second_factor.authenticator where user_id = ${who.user.id}`.execute(db);
    expect(rows[0]?.secret.toString('latin1')).not.toContain(body.data.secret);
    expect((await logIn(who)).body.data.token).toBeTruthy();
    const confirm = (code: string) => call('POST', '/v1/second-factor/totp', { code, idempotency: randomUUID() });
    expect((await confirm('000000')).body.code).toBe('authenticator_code_wrong');
    await sql`update second_factor.authenticator set created_at = now() - interval '10 minutes'
      where user_id = ${who.user.id}`.execute(db);
    expect((await confirm(await codeNow(db, body.data.secret))).body.code).toBe('authenticator_code_wrong');
  });
});

describe('a login with a second factor', () => {
  it('needs it on a new device and not on one that is trusted', async () => {
    const { who, call } = await seedPerson();
    const { authenticator } = await addPasskey(call);
    const first = await logIn(who);
    expect(first.body.data.token).toBeUndefined();
    const { id, methods, passkey } = first.body.data.challenge;
    expect(methods).toEqual(['passkey', 'recovery_code']);
    const factor = { method: 'passkey', assertion: authenticator.confirm(passkey) };
    const signedIn = await confirmLogin(id, factor, { trustDevice: true });
    expect(signedIn.body.data).toMatchObject({ devices: { trusted: true } });
    expect((await confirmLogin(id, factor)).body.code).toBe('login_failed');
    const { device } = signedIn.body.data;
    const again = await caller(base)('POST', '/v1/login', {
      username: who.user.username,
      password: testPassword,
      device,
      idempotency: randomUUID(),
    });
    expect(again.body.data.token).toBeTruthy();
  });

  it('refuses the challenge of another login, of a payment, an unknown and an expired one alike', async () => {
    const { who, call } = await seedPerson();
    const { authenticator } = await addPasskey(call);
    const one = (await logIn(who)).body.data.challenge;
    const two = (await logIn(who)).body.data.challenge;
    const of = (passkey: { challenge: string }) => ({ method: 'passkey', assertion: authenticator.confirm(passkey) });
    const refusals = [
      await confirmLogin(one.id, of(two.passkey)),
      await confirmLogin(one.id, of(await beginChallenge(call, rulePurpose()))),
      await confirmLogin('x'.repeat(43), of(one.passkey)),
    ];
    await sql`update second_factor.login_attempt set expires_at = now()`.execute(db);
    refusals.push(await confirmLogin(two.id, of(two.passkey)));
    expect(refusals.map(({ body }) => [body.code, body.message])).toEqual(
      refusals.map(() => ['login_failed', refusals[0]?.body.message]),
    );
  });

  it('is locked after five wrong factors, which the right password does not forgive', async () => {
    const { who, call } = await seedPerson();
    await addTotp(db, call);
    const { id } = (await logIn(who)).body.data.challenge;
    for (let n = 1; n <= 5; n += 1) {
      expect((await confirmLogin(id, { method: 'totp', code: '000000' })).body.code).toBe('login_failed');
      await sql`update session.login_throttle set blocked_until = null where failures < 5`.execute(db);
      if (n === 2) expect((await logIn(who)).body.data.challenge.id).toBeTruthy();
    }
    expect((await confirmLogin(id, { method: 'totp', code: '000000' })).body.code).toBe('login_locked');
    expect((await logIn(who)).body.code).toBe('login_locked');
  });
});

describe('recovery codes', () => {
  it('sign in once each, also when two arrive at the same moment, whatever their case and dash', async () => {
    const { who, call } = await seedPerson();
    const { recoveryCodes } = await addPasskey(call);
    const [code = ''] = recoveryCodes ?? [];
    const [one, two] = [(await logIn(who)).body.data.challenge, (await logIn(who)).body.data.challenge];
    const answers = await Promise.all([
      confirmLogin(one.id, { method: 'recovery_code', code }),
      confirmLogin(two.id, { method: 'recovery_code', code: code.toLowerCase().replace('-', '') }),
    ]);
    // The other is wrong by then, or held back because an attempt is under way.
    expect(answers.filter(({ body }) => body.result)).toHaveLength(1);
    expect((await call('GET', '/v1/second-factor')).body.data.recoveryCodes.left).toBe(9);
  });

  it('confirm no payment and make no codes; a new set voids the old', async () => {
    const { who, call } = await seedPerson();
    const { authenticator, recoveryCodes } = await addPasskey(call);
    const factor = { method: 'recovery_code', code: recoveryCodes?.[0] ?? '' } as const;
    expect((await verifyPin(call, rulePurpose(), factor)).body.code).toBe('second_factor_required');
    const idempotency = randomUUID();
    const purpose = { operation: 'second-factor.make-recovery-codes', paymentIdempotency: idempotency } as const;
    expect((await verifyPin(call, purpose, factor)).body.code).toBe('second_factor_required');
    const authorisation = await authorise(call, purpose, await passkeyProof(call, authenticator, purpose));
    const made = await call('POST', '/v1/second-factor/recovery-codes', { authorisation, idempotency });
    expect(made.body.data.codes).toHaveLength(10);
    const { id } = (await logIn(who)).body.data.challenge;
    expect((await confirmLogin(id, factor)).body.code).toBe('login_failed');
    expect((await confirmLogin(id, { ...factor, code: made.body.data.codes[0] })).body.data.token).toBeTruthy();
  });

  it('need a factor to be made', async () => {
    const { call } = await seedPerson();
    const idempotency = randomUUID();
    const purpose = { operation: 'second-factor.make-recovery-codes', paymentIdempotency: idempotency } as const;
    const authorisation = await authorise(call, purpose);
    const { body } = await call('POST', '/v1/second-factor/recovery-codes', { authorisation, idempotency });
    expect(body.code).toBe('second_factor_missing');
  });
});

describe('removing a factor', () => {
  const removal = (uid: string) => {
    const idempotency = randomUUID();
    return {
      idempotency,
      purpose: { operation: 'second-factor.remove', uid, paymentIdempotency: idempotency },
    } as const;
  };

  it('needs an authorisation for this factor, and the last takes the recovery codes with it', async () => {
    const { who, call } = await seedPerson();
    const { uid, authenticator, recoveryCodes } = await addPasskey(call);
    const totp = await addTotp(db, call, (purpose) => passkeyProof(call, authenticator, purpose));
    expect(totp.recoveryCodes).toBeNull();
    const one = removal(uid);
    expect((await verifyPin(call, one.purpose)).body.code).toBe('second_factor_required');
    const factor = { method: 'totp', code: await codeNow(db, totp.secret) } as const;
    const authorisation = await authorise(call, one.purpose, factor);
    const remove = (id: string, token: string, idempotency: string) =>
      call('DELETE', `/v1/second-factor/${id}`, { authorisation: token, idempotency });
    expect((await remove(totp.uid, authorisation, one.idempotency)).body.code).toBe('authorisation_invalid');
    expect((await remove(uid, authorisation, one.idempotency)).body.result).toBe(true);
    expect((await remove(uid, authorisation, one.idempotency)).body.code).toBe('not_found');
    const last = removal(totp.uid);
    const code = recoveryCodes?.[0] ?? '';
    const final = await authorise(call, last.purpose, { method: 'recovery_code', code });
    expect((await remove(totp.uid, final, last.idempotency)).body.result).toBe(true);
    const { body } = await call('GET', '/v1/second-factor');
    expect(body.data).toEqual({ passkeys: [], authenticator: null, recoveryCodes: null });
    expect((await logIn(who)).body.data.token).toBeTruthy();
  });

  it('of another person is not found', async () => {
    const [{ call }, other] = [await seedPerson(), await seedPerson()];
    const { uid } = await addPasskey(call);
    const { idempotency, purpose } = removal(uid);
    const authorisation = await authorise(other.call, purpose);
    const { body } = await other.call('DELETE', `/v1/second-factor/${uid}`, { authorisation, idempotency });
    expect(body.code).toBe('not_found');
  });
});
