import { randomUUID } from 'node:crypto';
import type { Purpose } from '@larkmere/contract/purpose';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  type Caller,
  caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
} from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import {
  addPasskey,
  addTotp,
  authorise,
  beginChallenge,
  codeNow,
  passkeyProof,
  publicUrl,
  verifyPin,
} from '../../../../../test/fixtures/second-factor.ts';
import { setLondonAddress } from '../../../../../test/fixtures/standing-order.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails } = await createMailbox();
const { base } = await startTestApi(url, {
  publicUrl,
  mail: { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' },
});

async function seedPerson() {
  const who = await seedCustomer(db, { swift: true });
  await setLondonAddress(db, who);
  await seedCredentials(db, who);
  return { who, ...(await signIn(base, who)) };
}

const approvalPurpose = () =>
  ({
    operation: 'payee.set-name-check-policy',
    blockOnNoMatch: true,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: randomUUID(),
  }) as const satisfies Purpose;

const removal = (uid: string) => {
  const idempotency = randomUUID();
  return { idempotency, purpose: { operation: 'second-factor.remove', uid, paymentIdempotency: idempotency } as const };
};

const codesOf = (answers: readonly { body: { code?: string; result?: boolean } }[]) =>
  answers.map(({ body }) => body.code ?? 'ok').toSorted();

describe('a new payee', () => {
  const terms = {
    type: 'swt',
    currency: 'EUR',
    name: 'Berlin Tools GmbH',
    entityType: 'company',
    details: {
      country: 'DE',
      bic: 'COBADEFFXXX',
      iban: 'DE89370400440532013000',
      addressLine1: 'Torstrasse 7',
      postCode: '10119',
      townName: 'Berlin',
      addressCountry: 'DE',
    },
  } as const;
  const add = (call: Caller, idempotency: string, authorisation?: string) =>
    call('POST', '/v1/payee', { ...terms, ...(authorisation && { authorisation }), idempotency });
  const purposeOf = (paymentIdempotency: string, name: string = terms.name) =>
    ({ operation: 'payee.add', ...terms, name, paymentIdempotency }) as const satisfies Purpose;
  const payeesOf = async (call: Caller) => (await call('GET', '/v1/payee')).body.data.length;

  it('needs no PIN of a person without a factor', async () => {
    const { call } = await seedPerson();
    expect((await add(call, randomUUID())).body).toMatchObject({ result: true });
  });

  it('needs PIN and factor of the others, for exactly this payee, once', async () => {
    const { call } = await seedPerson();
    const { authenticator } = await addPasskey(call);
    const confirm = async (purpose: Purpose) =>
      authorise(call, purpose, await passkeyProof(call, authenticator, purpose));
    const [first, second] = [randomUUID(), randomUUID()];
    expect((await add(call, first)).body).toMatchObject({
      code: 'second_factor_required',
      data: { methods: ['passkey'] },
    });
    const forAnother = await confirm(purposeOf(second, 'Hamburg Tools GmbH'));
    expect((await add(call, second, forAnother)).body.code).toBe('authorisation_invalid');
    expect(await payeesOf(call)).toBe(0);
    const third = randomUUID();
    const authorisation = await confirm(purposeOf(third));
    expect((await add(call, third, authorisation)).body.result).toBe(true);
    expect((await add(call, randomUUID(), authorisation)).body.code).toBe('authorisation_invalid');
    expect(await payeesOf(call)).toBe(1);
  });
});

describe('an assertion', () => {
  it('that arrives twice at the same moment authorises once', async () => {
    const { call } = await seedPerson();
    const { authenticator } = await addPasskey(call);
    const purpose = approvalPurpose();
    const factor = await passkeyProof(call, authenticator, purpose);
    const answers = await Promise.all([verifyPin(call, purpose, factor), verifyPin(call, purpose, factor)]);
    expect(answers.filter(({ body }) => body.result)).toHaveLength(1);
  });

  it('of a passkey that does not count authorises once', async () => {
    const { call } = await seedPerson();
    const { authenticator } = await addPasskey(call);
    const purpose = approvalPurpose();
    const assertion = authenticator.confirm(await beginChallenge(call, purpose), { counter: 0 });
    const factor = { method: 'passkey', assertion } as const;
    expect((await verifyPin(call, purpose, factor)).body.result).toBe(true);
    expect((await verifyPin(call, purpose, factor)).body.code).toBe('pin_wrong');
  });

  it('of another person’s passkey authorises nothing, even for a challenge of one’s own', async () => {
    const [mine, theirs] = [await seedPerson(), await seedPerson()];
    await addPasskey(mine.call);
    const { authenticator: other } = await addPasskey(theirs.call);
    const purpose = approvalPurpose();
    const assertion = other.confirm(await beginChallenge(mine.call, purpose));
    expect((await verifyPin(mine.call, purpose, { method: 'passkey', assertion })).body.code).toBe('pin_wrong');
    const own = other.confirm(await beginChallenge(theirs.call, purpose));
    expect((await verifyPin(mine.call, purpose, { method: 'passkey', assertion: own })).body.code).toBe('pin_wrong');
  });

  it('with a counter that went back is refused, and the counter stays', async () => {
    const { who, call } = await seedPerson();
    const { authenticator } = await addPasskey(call);
    const answer = async (counter: number) => {
      const purpose = approvalPurpose();
      const assertion = authenticator.confirm(await beginChallenge(call, purpose), { counter });
      return verifyPin(call, purpose, { method: 'passkey', assertion });
    };
    expect(codesOf([await answer(41), await answer(40), await answer(41)])).toEqual(['ok', 'pin_wrong', 'pin_wrong']);
    const { rows } = await sql<{ counter: string }>`
      select counter::text from second_factor.passkey where user_id = ${who.user.id}`.execute(db);
    expect(rows).toEqual([{ counter: '41' }]);
  });

  it('of a removed passkey authorises nothing', async () => {
    const { call } = await seedPerson();
    const { uid, authenticator } = await addPasskey(call);
    const { secret } = await addTotp(db, call, (purpose) => passkeyProof(call, authenticator, purpose));
    const purpose = approvalPurpose();
    const early = await passkeyProof(call, authenticator, purpose);
    const { idempotency, purpose: remove } = removal(uid);
    const authorisation = await authorise(call, remove, { method: 'totp', code: await codeNow(db, secret) });
    expect((await call('DELETE', `/v1/second-factor/${uid}`, { authorisation, idempotency })).body.result).toBe(true);
    expect((await verifyPin(call, purpose, early)).body.code).toBe('second_factor_required');
  });
});

describe('a recovery code', () => {
  it('that confirms two removals at the same moment confirms one', async () => {
    const { call } = await seedPerson();
    const { uid, recoveryCodes } = await addPasskey(call);
    const factor = { method: 'recovery_code', code: recoveryCodes?.[0] ?? '' } as const;
    const answers = await Promise.all([
      verifyPin(call, removal(uid).purpose, factor),
      verifyPin(call, removal(uid).purpose, factor),
    ]);
    expect(codesOf(answers)).toEqual(['ok', 'pin_wrong']);
    expect((await call('GET', '/v1/second-factor')).body.data.recoveryCodes.left).toBe(9);
  });

  it('of another person signs nobody in', async () => {
    const [mine, theirs] = [await seedPerson(), await seedPerson()];
    await addPasskey(mine.call);
    const { recoveryCodes } = await addPasskey(theirs.call);
    const { body } = await caller(base)('POST', '/v1/login', {
      username: mine.who.user.username,
      password: testPassword,
      idempotency: randomUUID(),
    });
    const confirmed = await caller(base)('POST', '/v1/login/confirm', {
      challengeId: body.data.challenge.id,
      factor: { method: 'recovery_code', code: recoveryCodes?.[0] },
      idempotency: randomUUID(),
    });
    expect(confirmed.body.code).toBe('login_failed');
    expect((await theirs.call('GET', '/v1/second-factor')).body.data.recoveryCodes.left).toBe(10);
  });
});

describe('the owner', () => {
  it('is told by e-mail of a factor that was added, of new codes, and that the last factor is gone', async () => {
    const { who, call } = await seedPerson();
    const { uid, authenticator } = await addPasskey(call);
    const codes = { operation: 'second-factor.make-recovery-codes', paymentIdempotency: randomUUID() } as const;
    const made = await authorise(call, codes, await passkeyProof(call, authenticator, codes));
    const { paymentIdempotency: idempotency } = codes;
    await call('POST', '/v1/second-factor/recovery-codes', { authorisation: made, idempotency });
    const last = removal(uid);
    const authorisation = await authorise(call, last.purpose, await passkeyProof(call, authenticator, last.purpose));
    await call('DELETE', `/v1/second-factor/${uid}`, { authorisation, idempotency: last.idempotency });
    const mails = await waitForMails(who.user.email, 3);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'A second step was added to your login',
      'New recovery codes were made',
      'Your login no longer has a second step',
    ]);
    for (const { text } of mails) expect(text).toContain('call us straight away on 020 7946 0018');
  });
});
