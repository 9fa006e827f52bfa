import { randomUUID } from 'node:crypto';
import { money } from '@larkmere/money/money';
import { expect, test } from 'vitest';
import { completeBankRedirect, startOtherBanks } from '../../../../../../test/fixtures/open-banking.ts';
import { BankNoResponse, BankRejection, type OpenBankingClient } from './open-banking-client.ts';
import { isSignedBy, newSigningKey, readJwt, readSigningKey, signDetached, signJwt } from './signing.ts';
import { deriveRedirectSecrets, paymentIdFromState, ukOpenBanking } from './uk-open-banking.ts';

const directory = await startOtherBanks();
const settings = { openBankingKey: newSigningKey(), publicUrl: undefined, port: 8080 };
const client = await ukOpenBanking(directory, settings);

let paymentCount = 0;
async function startConsent(bankId: string, over: { uid?: string; amount?: bigint; at?: OpenBankingClient } = {}) {
  paymentCount += 1;
  const { uid = randomUUID(), amount = 1234n, at = client } = over;
  const payee = { name: 'Mali Hart', sortCode: '040621', accountNumber: '41728830' };
  const document = at.compose({ uid, reference: `TEST${1000 + paymentCount}`, amount: money('GBP', amount), payee });
  const expiresAt = new Date(Date.now() + 60_000);
  const asked = await at.createConsent({ bankId, uid, document, device: 'web', expiresAt });
  return { bankId, uid, document, device: 'web' as const, ...asked };
}

type StartedConsent = Awaited<ReturnType<typeof startConsent>>;

async function approve(asked: StartedConsent): Promise<string> {
  const { code = '', iss } = await completeBankRedirect(asked.redirectUrl, 'approve');
  return client.redeemCode({ ...asked, code, issuer: iss });
}

async function createApproved(bankId: string): Promise<StartedConsent & { authority: string }> {
  const asked = await startConsent(bankId);
  return { ...asked, authority: await approve(asked) };
}

async function eventually<T>(look: () => Promise<T>, isRight: (seen: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const seen = await look();
    if (isRight(seen) || tries > 60) return seen;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('lists twelve banks, with the reason for one that is down and one that is slow', async () => {
  const banks = await client.banks();
  expect(banks).toHaveLength(12);
  const told = banks.filter(({ message }) => message !== null).map(({ id, status }) => [id, status]);
  expect(told).toEqual([
    ['kestrel', 'degraded'],
    ['quarry', 'disabled'],
  ]);
});

test('pays after the customer consents at the bank', async () => {
  const asked = await startConsent('heron');
  expect(await client.getConsent(asked)).toEqual({ status: 'AWAU', reason: null });
  const back = await completeBankRedirect(asked.redirectUrl, 'approve');
  expect(client.verifyState(back.state)).toBe(asked.uid);
  expect((await client.getConsent(asked)).status).toBe('AUTH');
  const authority = await client.redeemCode({ ...asked, code: back.code ?? '', issuer: back.iss });
  const paid = await client.createPayment({ ...asked, authority });
  expect(paid).toMatchObject({ status: 'RCVD', requiresSecondApproval: false });
  expect((await client.getConsent(asked)).status).toBe('COND');
  const last = await eventually(
    () => client.getPayment({ bankId: 'heron', bankPaymentId: paid.bankPaymentId }),
    ({ status }) => status === 'ACSC',
  );
  expect(last.status).toBe('ACSC');
});

test('creates one consent and one payment for repeated requests', async () => {
  const first = await startConsent('heron', { uid: randomUUID() });
  paymentCount -= 1;
  const again = await startConsent('heron', { uid: first.uid });
  expect(again.consentId).toBe(first.consentId);
  const authority = await approve(first);
  const [one, two] = [
    await client.createPayment({ ...first, authority }),
    await client.createPayment({ ...first, authority }),
  ];
  expect(two.bankPaymentId).toBe(one.bankPaymentId);
});

test('refuses another body under the same key', async () => {
  const first = await startConsent('heron');
  await expect(startConsent('heron', { uid: first.uid, amount: 9900n })).rejects.toBeInstanceOf(BankRejection);
});

test('pays exactly what was consented', async () => {
  const payment = await createApproved('heron');
  const dearer = payment.document.replace('12.34', '99.34');
  await expect(client.createPayment({ ...payment, document: dearer })).rejects.toThrow('ConsentMismatch');
});

test('returns no code when the customer refuses, and the bank confirms it', async () => {
  const asked = await startConsent('tarn');
  const back = await completeBankRedirect(asked.redirectUrl, 'refuse');
  expect(back).toMatchObject({ error: 'access_denied' });
  expect(back.code).toBeUndefined();
  expect(await client.getConsent(asked)).toMatchObject({ status: 'RJCT' });
});

test('accepts a code once, for its own payment and bank', async () => {
  const asked = await startConsent('heron');
  const { code = '', iss } = await completeBankRedirect(asked.redirectUrl, 'approve');
  await expect(client.redeemCode({ ...asked, code, issuer: iss.replace('heron', 'tarn') })).rejects.toThrow(
    'came from',
  );
  await expect(client.redeemCode({ ...asked, code, issuer: undefined })).rejects.toThrow('came from');
  await client.redeemCode({ ...asked, code, issuer: iss });
  await expect(client.redeemCode({ ...asked, code, issuer: iss })).rejects.toBeInstanceOf(BankRejection);
});

test('rejects a stolen code for another payment, because its verifier is missing', async () => {
  const [mine, theirs] = [await startConsent('heron'), await startConsent('heron')];
  const { code = '', iss } = await completeBankRedirect(mine.redirectUrl, 'approve');
  await expect(client.redeemCode({ ...theirs, code, issuer: iss })).rejects.toBeInstanceOf(BankRejection);
});

test('rejects a token for another consent', async () => {
  const [asked, other] = [await startConsent('heron'), await startConsent('heron')];
  const { code = '', iss } = await completeBankRedirect(asked.redirectUrl, 'approve');
  const consented = { ...asked, consentId: other.consentId };
  await expect(client.redeemCode({ ...consented, code, issuer: iss })).rejects.toThrow('not for this consent');
});

test('opens the bank’s page only for a pushed request, and on every reload', async () => {
  const { redirectUrl } = await startConsent('heron');
  const open = async (url: URL) => (await fetch(url, { redirect: 'manual' })).status;
  const page = new URL(redirectUrl);
  expect([...page.searchParams.keys()]).toEqual(['client_id', 'request_uri']);
  expect([await open(page), await open(page)]).toEqual([303, 303]);
  const changed = (name: string, value: string) => {
    const url = new URL(page);
    url.searchParams.set(name, value);
    return url;
  };
  expect(await open(changed('request_uri', `${page.searchParams.get('request_uri')}x`))).toBe(400);
  expect(await open(changed('client_id', 'somebody'))).toBe(400);
  expect(await open(new URL(page.href.replace('/heron/', '/tarn/')))).toBe(400);
});

test('accepts a request only from its own client and audience, and redirects only to registered addresses', async () => {
  const { redirectUrl, consentId } = await startConsent('heron');
  const issuer = redirectUrl.slice(0, redirectUrl.indexOf('/authorize'));
  const ours = await readSigningKey(settings.openBankingKey);
  const exp = Math.floor(Date.now() / 1000) + 60;
  const wish = {
    aud: issuer,
    exp,
    redirect_uri: 'http://localhost:8080/pis-service/response',
    response_type: 'code',
    state: 'a state',
    nonce: 'a nonce',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    claims: { id_token: { openbanking_intent_id: { value: consentId } } },
  };
  const push = async (over: { key?: typeof ours; to?: string; wish?: object } = {}) => {
    const { key = ours, to = `${issuer}/par` } = over;
    const form = {
      request: await signJwt(key, { ...wish, ...over.wish }),
      client_assertion: await signJwt(key, { iss: 'larkmere', sub: 'larkmere', aud: to, exp }),
    };
    return (await fetch(`${issuer}/par`, { method: 'POST', body: new URLSearchParams(form) })).status;
  };
  expect(await push()).toBe(201);
  expect(await push({ key: await readSigningKey(newSigningKey()) })).toBe(400);
  expect(await push({ to: `${issuer}/token` })).toBe(400);
  expect(await push({ wish: { aud: issuer.replace('heron', 'tarn') } })).toBe(400);
  expect(await push({ wish: { redirect_uri: 'https://evil.example/' } })).toBe(400);
  expect(await push({ wish: { exp: exp - 120 } })).toBe(400);
  const bare = await fetch(`${issuer}/par`, {
    method: 'POST',
    body: new URLSearchParams({ request: await signJwt(ours, wish) }),
  });
  expect(bare.status).toBe(400);
});

test('handles a bank that does not respond, a lost response and a rejection', async () => {
  await expect(startConsent('mist')).rejects.toBeInstanceOf(BankNoResponse);
  const lost = await createApproved('pike');
  await expect(client.createPayment(lost)).rejects.toBeInstanceOf(BankNoResponse);
  expect((await client.getConsent(lost)).status).toBe('COND');
  const refused = await createApproved('thornfield');
  const { bankPaymentId } = await client.createPayment(refused);
  const last = await eventually(
    () => client.getPayment({ bankId: 'thornfield', bankPaymentId }),
    ({ status }) => status === 'RJCT',
  );
  expect(last).toMatchObject({ status: 'RJCT', reason: expect.stringContaining('daily limit') });
  await expect(startConsent('nobody')).rejects.toBeInstanceOf(BankRejection);
}, 20_000);

test('reports that a second person has to approve at the bank', async () => {
  expect(await client.createPayment(await createApproved('slate'))).toMatchObject({ requiresSecondApproval: true });
});

test('treats an unavailable directory as no response', async () => {
  const nowhere = await ukOpenBanking({ ...directory, baseUrl: 'http://127.0.0.1:9' }, settings);
  await expect(nowhere.banks()).rejects.toBeInstanceOf(BankNoResponse);
});

test('needs our key to create a state, and every process with the key can', () => {
  const uid = randomUUID();
  const secret = Buffer.from('a secret');
  const { state } = deriveRedirectSecrets(secret, uid);
  expect(paymentIdFromState(secret, state)).toBe(uid);
  expect(paymentIdFromState(Buffer.from('another'), state)).toBeUndefined();
  expect(paymentIdFromState(secret, state.replace(uid, randomUUID()))).toBeUndefined();
  expect(paymentIdFromState(secret, `${uid}.`)).toBeUndefined();
  expect(paymentIdFromState(secret, 'nonsense')).toBeUndefined();
  expect(new Set(Object.values(deriveRedirectSecrets(secret, uid))).size).toBe(4);
});

test('verifies a signature for its own body, issuer and key only', async () => {
  const key = await readSigningKey(newSigningKey());
  const keys = { keys: [{ ...key.jwk, kid: key.kid, kty: 'RSA' as const }] };
  const others = { keys: [{ ...(await readSigningKey(newSigningKey())).jwk, kid: key.kid, kty: 'RSA' as const }] };
  const signature = await signDetached(key, 'larkmere', '{"a":1}', new Date());
  expect(await isSignedBy(keys, 'larkmere', '{"a":1}', signature)).toBe(true);
  expect(await isSignedBy(keys, 'larkmere', '{"a":2}', signature)).toBe(false);
  expect(await isSignedBy(keys, 'heron', '{"a":1}', signature)).toBe(false);
  expect(await isSignedBy(others, 'larkmere', '{"a":1}', signature)).toBe(false);
  expect(await isSignedBy(keys, 'larkmere', '{"a":1}', '')).toBe(false);
  const none = `${Buffer.from(JSON.stringify({ alg: 'none', kid: key.kid })).toString('base64url')}..`;
  expect(await isSignedBy(keys, 'larkmere', '{"a":1}', none)).toBe(false);
  const token = await signJwt(key, { sub: 'me' });
  expect(await readJwt(keys, token)).toEqual({ sub: 'me' });
  expect(await readJwt(others, token)).toBeUndefined();
  expect(await readJwt(keys, `${token}x`)).toBeUndefined();
});
