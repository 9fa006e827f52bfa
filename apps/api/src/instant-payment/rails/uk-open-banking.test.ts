import { randomUUID } from 'node:crypto';
import { money } from '@larkmere/money/money';
import { expect, test } from 'vitest';
import { givenOtherBanks, visitBank } from '../../../../../test/given-other-bank.ts';
import { BankRefusal, BankSilence, type OpenBanking } from './open-banking.ts';
import { isSignedBy, newSigningKey, readJwt, readSigningKey, signDetached, signJwt } from './signing.ts';
import { ukOpenBanking } from './uk-open-banking.ts';
import { uidOfState, wayBackOf } from './way-back.ts';

const directory = await givenOtherBanks();
const settings = { openBankingKey: newSigningKey(), publicUrl: undefined, port: 8080 };
const here = ukOpenBanking(directory, settings);

let made = 0;
async function ask(bankId: string, over: { uid?: string; amount?: bigint; at?: OpenBanking } = {}) {
  made += 1;
  const { uid = randomUUID(), amount = 1234n, at = here } = over;
  const payee = { name: 'Mali Hart', sortCode: '040621', accountNumber: '41728830' };
  const document = at.compose({ uid, reference: `TEST${1000 + made}`, amount: money('GBP', amount), payee });
  const expiresAt = new Date(Date.now() + 60_000);
  const asked = await at.askConsent({ bankId, uid, document, device: 'web', expiresAt });
  return { bankId, uid, document, device: 'web' as const, ...asked };
}

type Asked = Awaited<ReturnType<typeof ask>>;

async function approve(asked: Asked): Promise<string> {
  const { code = '', iss } = await visitBank(asked.redirectUrl, 'approve');
  return here.redeem({ ...asked, code, issuer: iss });
}

async function approved(bankId: string): Promise<Asked & { authority: string }> {
  const asked = await ask(bankId);
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
  const banks = await here.banks();
  expect(banks).toHaveLength(12);
  const told = banks.filter(({ message }) => message !== null).map(({ id, status }) => [id, status]);
  expect(told).toEqual([
    ['kestrel', 'degraded'],
    ['quarry', 'disabled'],
  ]);
});

test('pays after the customer consents at the bank', async () => {
  const asked = await ask('heron');
  expect(await here.consent(asked)).toEqual({ status: 'AWAU', reason: null });
  const back = await visitBank(asked.redirectUrl, 'approve');
  expect(here.uidOf(back.state)).toBe(asked.uid);
  expect((await here.consent(asked)).status).toBe('AUTH');
  const authority = await here.redeem({ ...asked, code: back.code ?? '', issuer: back.iss });
  const paid = await here.pay({ ...asked, authority });
  expect(paid).toMatchObject({ status: 'RCVD', waitsForSecond: false });
  expect((await here.consent(asked)).status).toBe('COND');
  const last = await eventually(
    () => here.payment({ bankId: 'heron', bankPaymentId: paid.bankPaymentId }),
    ({ status }) => status === 'ACSC',
  );
  expect(last.status).toBe('ACSC');
});

test('creates one consent and one payment for repeated requests', async () => {
  const first = await ask('heron', { uid: randomUUID() });
  made -= 1;
  const again = await ask('heron', { uid: first.uid });
  expect(again.consentId).toBe(first.consentId);
  const authority = await approve(first);
  const [one, two] = [await here.pay({ ...first, authority }), await here.pay({ ...first, authority })];
  expect(two.bankPaymentId).toBe(one.bankPaymentId);
});

test('refuses another body under the same key', async () => {
  const first = await ask('heron');
  await expect(ask('heron', { uid: first.uid, amount: 9900n })).rejects.toBeInstanceOf(BankRefusal);
});

test('pays exactly what was consented', async () => {
  const payment = await approved('heron');
  const dearer = payment.document.replace('12.34', '99.34');
  await expect(here.pay({ ...payment, document: dearer })).rejects.toThrow('ConsentMismatch');
});

test('returns no code when the customer refuses, and the bank confirms it', async () => {
  const asked = await ask('tarn');
  const back = await visitBank(asked.redirectUrl, 'refuse');
  expect(back).toMatchObject({ error: 'access_denied' });
  expect(back.code).toBeUndefined();
  expect(await here.consent(asked)).toMatchObject({ status: 'RJCT' });
});

test('accepts a code once, for its own payment and bank', async () => {
  const asked = await ask('heron');
  const { code = '', iss } = await visitBank(asked.redirectUrl, 'approve');
  await expect(here.redeem({ ...asked, code, issuer: iss.replace('heron', 'tarn') })).rejects.toThrow('came from');
  await expect(here.redeem({ ...asked, code, issuer: undefined })).rejects.toThrow('came from');
  await here.redeem({ ...asked, code, issuer: iss });
  await expect(here.redeem({ ...asked, code, issuer: iss })).rejects.toBeInstanceOf(BankRefusal);
});

test('rejects a stolen code for another payment, because its verifier is missing', async () => {
  const [mine, theirs] = [await ask('heron'), await ask('heron')];
  const { code = '', iss } = await visitBank(mine.redirectUrl, 'approve');
  await expect(here.redeem({ ...theirs, code, issuer: iss })).rejects.toBeInstanceOf(BankRefusal);
});

test('rejects a token for another consent', async () => {
  const [asked, other] = [await ask('heron'), await ask('heron')];
  const { code = '', iss } = await visitBank(asked.redirectUrl, 'approve');
  const consented = { ...asked, consentId: other.consentId };
  await expect(here.redeem({ ...consented, code, issuer: iss })).rejects.toThrow('not for this consent');
});

test('opens the bank’s page only for a pushed request, and on every reload', async () => {
  const { redirectUrl } = await ask('heron');
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
  const { redirectUrl, consentId } = await ask('heron');
  const issuer = redirectUrl.slice(0, redirectUrl.indexOf('/authorize'));
  const ours = readSigningKey(settings.openBankingKey);
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
      request: signJwt(key, { ...wish, ...over.wish }),
      client_assertion: signJwt(key, { iss: 'larkmere', sub: 'larkmere', aud: to, exp }),
    };
    return (await fetch(`${issuer}/par`, { method: 'POST', body: new URLSearchParams(form) })).status;
  };
  expect(await push()).toBe(201);
  expect(await push({ key: readSigningKey(newSigningKey()) })).toBe(400);
  expect(await push({ to: `${issuer}/token` })).toBe(400);
  expect(await push({ wish: { aud: issuer.replace('heron', 'tarn') } })).toBe(400);
  expect(await push({ wish: { redirect_uri: 'https://evil.example/' } })).toBe(400);
  expect(await push({ wish: { exp: exp - 120 } })).toBe(400);
  const bare = await fetch(`${issuer}/par`, {
    method: 'POST',
    body: new URLSearchParams({ request: signJwt(ours, wish) }),
  });
  expect(bare.status).toBe(400);
});

test('handles a bank that does not respond, a lost response and a rejection', async () => {
  await expect(ask('mist')).rejects.toBeInstanceOf(BankSilence);
  const lost = await approved('pike');
  await expect(here.pay(lost)).rejects.toBeInstanceOf(BankSilence);
  expect((await here.consent(lost)).status).toBe('COND');
  const refused = await approved('thornfield');
  const { bankPaymentId } = await here.pay(refused);
  const last = await eventually(
    () => here.payment({ bankId: 'thornfield', bankPaymentId }),
    ({ status }) => status === 'RJCT',
  );
  expect(last).toMatchObject({ status: 'RJCT', reason: expect.stringContaining('daily limit') });
  await expect(ask('nobody')).rejects.toBeInstanceOf(BankRefusal);
}, 20_000);

test('reports that a second person has to approve at the bank', async () => {
  expect(await here.pay(await approved('slate'))).toMatchObject({ waitsForSecond: true });
});

test('treats an unavailable directory as no response', async () => {
  const nowhere = ukOpenBanking({ ...directory, baseUrl: 'http://127.0.0.1:9' }, settings);
  await expect(nowhere.banks()).rejects.toBeInstanceOf(BankSilence);
});

test('needs our key to create a state, and every process with the key can', () => {
  const uid = randomUUID();
  const secret = Buffer.from('a secret');
  const { state } = wayBackOf(secret, uid);
  expect(uidOfState(secret, state)).toBe(uid);
  expect(uidOfState(Buffer.from('another'), state)).toBeUndefined();
  expect(uidOfState(secret, state.replace(uid, randomUUID()))).toBeUndefined();
  expect(uidOfState(secret, `${uid}.`)).toBeUndefined();
  expect(uidOfState(secret, 'nonsense')).toBeUndefined();
  expect(new Set(Object.values(wayBackOf(secret, uid))).size).toBe(4);
});

test('verifies a signature for its own body, issuer and key only', () => {
  const key = readSigningKey(newSigningKey());
  const keys = { keys: [{ ...key.jwk, kid: key.kid, kty: 'RSA' as const }] };
  const others = { keys: [{ ...readSigningKey(newSigningKey()).jwk, kid: key.kid, kty: 'RSA' as const }] };
  const signature = signDetached(key, 'larkmere', '{"a":1}', new Date());
  expect(isSignedBy(keys, 'larkmere', '{"a":1}', signature)).toBe(true);
  expect(isSignedBy(keys, 'larkmere', '{"a":2}', signature)).toBe(false);
  expect(isSignedBy(keys, 'heron', '{"a":1}', signature)).toBe(false);
  expect(isSignedBy(others, 'larkmere', '{"a":1}', signature)).toBe(false);
  expect(isSignedBy(keys, 'larkmere', '{"a":1}', '')).toBe(false);
  const none = `${Buffer.from(JSON.stringify({ alg: 'none', kid: key.kid })).toString('base64url')}..`;
  expect(isSignedBy(keys, 'larkmere', '{"a":1}', none)).toBe(false);
  const token = signJwt(key, { sub: 'me' });
  expect(readJwt(keys, token)).toEqual({ sub: 'me' });
  expect(readJwt(others, token)).toBeUndefined();
  expect(readJwt(keys, `${token}x`)).toBeUndefined();
});
