import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { seedCredentials, signIn, startTestApi, testPin } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedAccount, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { publicKeyOf } from '../../../../../test/fixtures/card-desk.ts';
import { startCardIssuer } from '../../../../../test/fixtures/card-issuer.ts';

const { db, url } = await createDatabase();
const { partner } = await startCardIssuer(db);
const { base } = await startTestApi(url, { cardIssuerUrl: partner.baseUrl, railSecret: partner.secret });

const rsa = { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };

/** Rows of any table, the log of calls included, that contain one of the texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'migration')`.execute(
    db,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ hits: number }>`select count(*)::int as hits from ${sql.raw(name)} t
      where ${sql.join(
        texts.map((text) => sql`position(${text} in t::text) > 0`),
        sql` or `,
      )}`.execute(db);
    if (rows[0]?.hits) found.push(name);
  }
  return found;
}

it('neither number, CVC and PIN nor what they are encrypted in is in any table, the log of calls included', async () => {
  const who = await seedCustomer(db, { featureCard: true });
  const account = await seedAccount(db, who, { balance: '50.00' });
  await seedCredentials(db, who);
  const { call } = await signIn(base, who);
  const confirm = async (purpose: object, key: string): Promise<string> => {
    const asked = { ...purpose, paymentIdempotency: key };
    const { body } = await call('POST', '/v1/pin/verify', {
      pincode: testPin,
      purpose: asked,
      idempotency: randomUUID(),
    });
    return body.data.authorisation;
  };
  const holder = (await call('GET', '/v1/card/options')).body.data.people[0].uid;
  const order = {
    bankholderid: account.bankholderId,
    format: 'virtual',
    holder,
    embossedName: 'ANONG SRISUK',
    design: 'mere',
    phone: '+442079460018',
    limits: { perPayment: '10.00', daily: '20.00', monthly: '30.00' },
  };
  const none = { amount: '0', currency: 'GBP' };
  const key = randomUUID();
  const authorisation = await confirm({ operation: 'card.order', ...order, amount: '0.00', currency: 'GBP' }, key);
  const ordered = await call('POST', '/v1/card/order', { ...order, fee: '0.00', authorisation, idempotency: key });
  const uid = ordered.body.data.uid as string;
  await vi.waitFor(async () => expect((await call('GET', `/v1/card/${uid}`)).body.data.state).toBe('active'), {
    timeout: 20_000,
    interval: 100,
  });

  const pair = await crypto.subtle.generateKey(rsa, false, ['encrypt', 'decrypt']);
  const publicKey = await publicKeyOf(pair.publicKey);
  const reveal = async (what: string) => {
    const idempotency = randomUUID();
    const purpose = { operation: 'card.reveal', uid, what, publicKey, ...none };
    const sent = { what, publicKey, authorisation: await confirm(purpose, idempotency), idempotency };
    const { body, headers } = await call('POST', `/v1/card/${uid}/reveal`, sent);
    expect(headers.get('cache-control')).toBe('no-store');
    // The same request again shows nothing: there is no stored answer.
    expect((await call('POST', `/v1/card/${uid}/reveal`, sent)).body.code).toBe('authorisation_invalid');
    const encrypted = body.data.encrypted as string;
    const plain = await crypto.subtle.decrypt(rsa, pair.privateKey, Buffer.from(encrypted, 'base64'));
    return { encrypted, secret: JSON.parse(new TextDecoder().decode(plain)) };
  };
  const details = await reveal('details');
  const pin = await reveal('pin');

  const { keyId, publicKey: processorKey } = (await call('GET', '/v1/card/pin-key')).body.data;
  const sealing = await crypto.subtle.importKey('jwk', processorKey, rsa, false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt(rsa, sealing, Buffer.from('7319'));
  const encryptedPin = Buffer.from(sealed).toString('base64');
  const idempotency = randomUUID();
  const purpose = { operation: 'card.pin', uid, keyId, encryptedPin, ...none };
  const changed = await call('POST', `/v1/card/${uid}/pin`, {
    keyId,
    encryptedPin,
    authorisation: await confirm(purpose, idempotency),
    idempotency,
  });
  expect(changed.status).toBe(200);
  // The log of calls is written a little later.
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select from api_log.call where operation like '%/pin' and direction = 'in'`.execute(
        db,
      );
      expect(rows.length).toBeGreaterThan(0);
    },
    { timeout: 20_000, interval: 100 },
  );
  const secrets = [details.secret.number as string, details.encrypted, pin.encrypted, encryptedPin];
  expect(secrets[0]).toMatch(/^\d{16}$/);
  expect(await tablesWith(secrets)).toEqual([]);
  expect(await tablesWith([uid])).toContain('issued_card.card');
  // Short ones are looked for as values, because their digits occur in ids.
  const short = [details.secret.cvc, pin.secret.pin, '7319'].map((text) => `"${text}"`);
  expect(await tablesWith(short)).toEqual([]);
});
