import { randomUUID } from 'node:crypto';
import { endpoints } from '@larkmere/contract/contract';
import { basePathOf, type Endpoint, pathParameters } from '@larkmere/contract/platform/endpoint';
import { describe, expect, it } from 'vitest';
import { caller, seedCredentials, signIn, startTestApi, testPin } from '../../../test/fixtures/api-server.ts';
import { createDatabase, seedAccount, seedCustomer, seedPayee } from '../../../test/fixtures/base.ts';
import { toConversionOrder, toConversionPurpose } from '../../../test/fixtures/fx.ts';
import { balancesOf, toPaymentOrder } from '../../../test/fixtures/payment.ts';
import { seedRates } from '../../../test/fixtures/rates.ts';

const { db, url } = await createDatabase();
const app = await startTestApi(url);

const pathOf = (e: Endpoint) =>
  basePathOf(e) + pathParameters(e.path).reduce((filled, name) => filled.replace(`{${name}}`, randomUUID()), e.path);

describe('served routes', () => {
  it('are exactly the contract, plus health checks, API documentation and the web app', () => {
    const foreign = app.registeredRoutes.filter(
      ({ endpoint, url: path }) => !endpoint && path.startsWith('/api/') && !/^\/api\/(docs|openapi\.json)/.test(path),
    );
    expect(foreign).toEqual([]);
    expect([...app.bind.boundEndpoints]).toEqual(expect.arrayContaining([...endpoints]));
    expect(app.registeredRoutes.filter(({ endpoint }) => endpoint && !endpoints.includes(endpoint))).toEqual([]);
  });

  it('have an access rule for every call', () => {
    for (const { access } of endpoints) expect(access).toMatch(/^[a-z]+$/);
  });

  it('are described by OpenAPI 3.1 with one operation per call', async () => {
    const document = (await (await fetch(`${app.base}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(endpoints.map((e) => `${e.method} ${basePathOf(e)}${e.path}`).sort());
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('return 404 in the envelope for an unknown path', async () => {
    expect((await caller(app.base)('GET', '/v1/nothing')).body).toMatchObject({
      result: false,
      code: 'not_found',
      requestId: expect.any(String),
    });
  });
});

describe('production mode', () => {
  it('does not start on a database that could lose acknowledged commits, and names the settings', async () => {
    await expect(startTestApi(url, { mode: 'production' })).rejects.toThrow(
      'fsync is off, full_page_writes is off, synchronous_commit is off',
    );
  });
});

describe('every call', () => {
  it.each(endpoints.filter(({ access }) => access !== 'public').map((e) => [`${e.method} ${e.path}`, e] as const))(
    '%s refuses an anonymous caller',
    async (_, e) => {
      const { status, body } = await caller(app.base)(e.method, pathOf(e), e.method === 'GET' ? undefined : {});
      expect([status, body.code]).toEqual([401, 'not_signed_in']);
    },
  );

  it('refuses a customer without the access right, an unknown field and a body that is not JSON', async () => {
    const viewer = await seedCustomer(db, { access: ['statement'] });
    await seedCredentials(db, viewer);
    const { call } = await signIn(app.base, viewer);
    expect((await call('GET', '/v1/payee')).body.code).toBe('access_denied');
    expect((await call('POST', '/v1/session/touch', { role: 'owner' })).body.code).toBe('validation_failed');
    const response = await fetch(`${app.base}/api/services/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":',
    });
    expect(response.status).toBe(400);
  });
});

describe('a payment over HTTP', () => {
  it('is created once by a hundred equal requests with identical replies, and the key refuses other details', async () => {
    const payer = await seedCustomer(db);
    await seedCredentials(db, payer);
    const [account, payee] = [await seedAccount(db, payer, { balance: '100.00' }), await seedPayee(db, payer)];
    const { call } = await signIn(app.base, payer);
    const { idempotency, ...order } = toPaymentOrder(account, payee);
    const purpose = { operation: 'payment.gbp', ...order, paymentIdempotency: idempotency };
    const { authorisation } = (
      await call('POST', '/v1/pin/verify', { pincode: testPin, purpose, idempotency: randomUUID() })
    ).body.data;
    const body = { ...order, authorisation, idempotency };
    const answers = await Promise.all(Array.from({ length: 100 }, () => call('POST', '/v1/payment/GBP', body)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ result: true, data: { state: 'ready' } });
    expect(await balancesOf(db, account)).toEqual(['100.00', '74.50']);
    expect((await call('POST', '/v1/payment/GBP', { ...body, amount: '26.00' })).body.code).toBe(
      'idempotency_mismatch',
    );
  });
});

describe('an exchange over HTTP', () => {
  it('is executed once by a hundred equal requests with identical replies', async () => {
    await seedRates(db);
    const dealer = await seedCustomer(db);
    await seedCredentials(db, dealer);
    const source = await seedAccount(db, dealer, { balance: '100.00' });
    const target = await seedAccount(db, dealer, { currency: 'EUR' });
    const { call } = await signIn(app.base, dealer);
    const wanted = { sell: 'GBP', buy: 'EUR', side: 'sell', amount: '60.00', idempotency: randomUUID() };
    const quoted = (await call('POST', '/v1/payment/fxrate', wanted)).body.data;
    const { idempotency, ...order } = toConversionOrder(quoted, { source, target });
    const purpose = toConversionPurpose(quoted, { idempotency, ...order });
    const { authorisation } = (
      await call('POST', '/v1/pin/verify', { pincode: testPin, purpose, idempotency: randomUUID() })
    ).body.data;
    const body = { ...order, authorisation, idempotency };
    const answers = await Promise.all(Array.from({ length: 100 }, () => call('POST', '/v1/fx/convert', body)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ result: true, data: { sold: { balance: { amount: '40.00' } } } });
    expect(await balancesOf(db, source)).toEqual(['40.00', '40.00']);
    const again = await call('POST', '/v1/fx/convert', { ...body, idempotency: randomUUID() });
    expect(again.body.code).toBe('quote_used');
  });
});
