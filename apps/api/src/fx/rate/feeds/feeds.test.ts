import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { currencies } from '@larkmere/money/money';
import { formatRate, type Rate } from '@larkmere/money/rate';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { currencycloudFeed } from './currencycloud.ts';
import { ecbFeed } from './ecb.ts';
import { createFeedClient, type FeedPrices, FeedUnavailable, type RetryPolicy } from './feed.ts';
import { frankfurterFeed } from './frankfurter.ts';
import { oandaFeed } from './oanda.ts';
import { openExchangeRatesFeed } from './open-exchange-rates.ts';

type RecordedRequest = Readonly<{ method: string; url: string; headers: IncomingMessage['headers']; body: string }>;
type Reply = Readonly<{ status?: number; body?: string; afterMs?: number }>;

const requests: RecordedRequest[] = [];
let replies: ((question: RecordedRequest) => Reply) | undefined;

/** Answers as the providers' documentation shows. */
const providerServer = createServer((request, response) => void respond(request, response));

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const piece of request) body += piece;
  const question = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
  requests.push(question);
  const reply = replies?.(question) ?? { status: 404 };
  await new Promise((resolve) => setTimeout(resolve, reply.afterMs ?? 0));
  response.writeHead(reply.status ?? 200).end(reply.body ?? '');
}

await new Promise<void>((resolve) => providerServer.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  providerServer.closeAllConnections();
  providerServer.close();
});
const url = `http://127.0.0.1:${(providerServer.address() as AddressInfo).port}`;
const endpoint = { url, key: 'the key', account: '101-004' };
const answer = (body: object | string): void => {
  replies = () => ({ body: typeof body === 'string' ? body : JSON.stringify(body) });
};
beforeEach(() => {
  requests.length = 0;
  replies = undefined;
});

const now = new Date('2026-11-18T13:07:23Z');
const fastRetryPolicy: Partial<RetryPolicy> = { timeoutMs: 200, maxAttempts: 1, failuresToOpen: 50 };
const formattedRates = ({ perEuro }: Pick<FeedPrices, 'perEuro'>) =>
  Object.fromEntries(perEuro.map((rate: Rate) => [rate.quote, formatRate(rate, 6)]));
const range = { timeframe: '1D', from: new Date('2026-11-12T22:00:00Z'), to: now, now } as const;

const sheet = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube><Cube time='2026-11-17'>
    <Cube currency='USD' rate='1.1684'/><Cube currency='JPY' rate='186.75'/><Cube currency='BGN' rate='1.9558'/>
    <Cube currency='GBP' rate='0.87058'/><Cube currency='THB' rate='37.728'/>
  </Cube></Cube>
</gesmes:Envelope>`;

test('ECB: one sheet a day with every digit as published', async () => {
  answer(sheet);
  const prices = await ecbFeed(endpoint).latest(now);
  expect(requests).toMatchObject([{ method: 'GET', url: '/stats/eurofxref/eurofxref-daily.xml' }]);
  expect(formattedRates(prices)).toEqual({ USD: '1.168400', JPY: '186.750000', GBP: '0.870580', THB: '37.728000' });
  expect(prices.pricedAt).toEqual(new Date('2026-11-17T15:00:00Z'));
  await expect(ecbFeed(endpoint).history('GBP', range)).resolves.toBeUndefined();
});

const supportedCurrencies = currencies.filter((currency) => currency !== 'EUR');

test('Frankfurter: the latest day and the daily history', async () => {
  answer(
    '{"amount":1.0,"base":"EUR","date":"2026-11-17","rates":{"GBP":0.87058,"JPY":186.75,"THB":37.728,"USD":1.1684}}',
  );
  expect(formattedRates(await frankfurterFeed(endpoint).latest(now))).toMatchObject({
    GBP: '0.870580',
    THB: '37.728000',
  });
  expect(requests[0]?.url).toBe(`/v1/latest?base=EUR&symbols=${supportedCurrencies.join(',')}`);

  answer(
    '{"base":"EUR","start_date":"2026-11-13","end_date":"2026-11-17","rates":{"2026-11-17":{"THB":37.73},"2026-11-13":{"THB":37.7},"2026-11-16":{"THB":37.71}}}',
  );
  const bars = await frankfurterFeed(endpoint).history('THB', range);
  expect(requests[1]?.url).toBe('/v1/2026-11-12..2026-11-18?base=EUR&symbols=THB');
  expect(bars?.map(({ at, perEuro }) => [at.toISOString(), formatRate(perEuro, 2)])).toEqual([
    ['2026-11-13T22:00:00.000Z', '37.70'],
    ['2026-11-16T22:00:00.000Z', '37.71'],
    ['2026-11-17T22:00:00.000Z', '37.73'],
  ]);
  await expect(frankfurterFeed(endpoint).history('THB', { ...range, timeframe: '1H' })).resolves.toBeUndefined();
});

test('Open Exchange Rates: USD rates crossed to EUR without losing a digit', async () => {
  answer(
    '{"disclaimer":"","license":"","timestamp":1763470800,"base":"USD","rates":{"EUR":0.8,"GBP":0.7,"JPY":160.001,"THB":32.29031000000001,"USD":1}}',
  );
  const prices = await openExchangeRatesFeed(endpoint).latest(now);
  expect(requests[0]?.url).toBe(`/api/latest.json?app_id=the+key&symbols=EUR%2C${supportedCurrencies.join('%2C')}`);
  expect(formattedRates(prices)).toEqual({ USD: '1.250000', GBP: '0.875000', JPY: '200.001250', THB: '40.362888' });
  expect(prices.perEuro.find(({ quote }) => quote === 'THB')).toMatchObject({
    numerator: 3_229_031_000_000_001n,
    denominator: 80_000_000_000_000n,
  });
  expect(prices.pricedAt).toEqual(new Date(1_763_470_800_000));
});

const price = (instrument: string, closeoutBid: string, closeoutAsk: string) => ({
  type: 'PRICE',
  instrument,
  time: '2026-11-18T13:07:22.123456789Z',
  closeoutBid,
  closeoutAsk,
});

test('OANDA: midpoint of bid and ask, and THB crossed through USD', async () => {
  answer({
    time: '2026-11-18T13:07:22.5Z',
    prices: [
      price('EUR_GBP', '0.87050', '0.87066'),
      price('USD_THB', '32.2800', '32.3000'),
      price('EUR_USD', '1.16800', '1.16880'),
      price('EUR_JPY', '186.740', '186.760'),
    ],
  });
  const prices = await oandaFeed(endpoint).latest(now);
  const instruments = requests[0]?.url.split('instruments=')[1]?.split(',') ?? [];
  expect(instruments).toEqual(expect.arrayContaining(['EUR_GBP', 'USD_THB', 'EUR_USD', 'EUR_JPY', 'USD_INR']));
  expect(instruments).toHaveLength(supportedCurrencies.length - 2);
  expect(requests[0]?.headers.authorization).toBe('Bearer the key');
  expect(formattedRates(prices)).toEqual({ GBP: '0.870580', USD: '1.168400', JPY: '186.750000', THB: '37.727636' });
});

test('OANDA: candles stamped at their start become bars stamped at their end', async () => {
  const candle = (time: string, c: string, complete = true) => ({
    complete,
    volume: 9,
    time,
    mid: { o: c, h: c, l: c, c },
  });
  replies = ({ url: path }) => ({
    body: JSON.stringify({
      instrument: path.split('/')[3],
      granularity: 'H1',
      candles: path.includes('EUR_USD')
        ? [
            candle('2026-11-18T11:00:00.000000000Z', '1.1600'),
            candle('2026-11-18T12:00:00.000000000Z', '1.1700'),
            candle('2026-11-18T13:00:00.000000000Z', '1.1800', false),
          ]
        : [
            candle('2026-11-18T11:00:00.000000000Z', '32.00'),
            candle('2026-11-18T12:00:00.000000000Z', '33.00'),
            candle('2026-11-18T13:00:00.000000000Z', '34.00', false),
          ],
    }),
  });
  const hours = { ...range, timeframe: '1H', from: new Date('2026-11-18T11:00:00Z') } as const;
  const bars = await oandaFeed(endpoint).history('THB', hours);
  expect(bars?.map(({ at, perEuro }) => [at.toISOString(), formatRate(perEuro, 4)])).toEqual([
    ['2026-11-18T12:00:00.000Z', '37.1200'],
    ['2026-11-18T13:00:00.000Z', '38.6100'],
    ['2026-11-18T13:07:23.000Z', '40.1200'],
  ]);
  expect(requests[0]?.url).toContain('granularity=H1&from=2026-11-18T10%3A00%3A00.000Z');
});

test('Currencycloud: one login for half an hour, then rates', async () => {
  replies = ({ url: path }) =>
    path.startsWith('/v2/authenticate')
      ? { body: JSON.stringify({ auth_token: '4df5b3e5882a412f148dcd08fa4e5b73' }) }
      : { body: '{"rates":{"EURGBP":["0.870500","0.870660"],"EURTHB":["37.7","37.756"]},"unavailable":["EURJPY"]}' };
  const feed = currencycloudFeed(endpoint);
  expect(formattedRates(await feed.latest(now))).toEqual({ GBP: '0.870580', THB: '37.728000' });
  await feed.latest(new Date(now.getTime() + 24 * 60_000));
  expect(requests).toHaveLength(3);
  expect(requests[0]).toMatchObject({ method: 'POST', body: 'login_id=101-004&api_key=the+key' });
  expect(requests[1]?.headers['x-auth-token']).toBe('4df5b3e5882a412f148dcd08fa4e5b73');
  await feed.latest(new Date(now.getTime() + 26 * 60_000));
  expect(requests).toHaveLength(5);
});

test.each([
  ['another form', { body: '{"rates":"none"}' }],
  ['no JSON', { body: '<html>' }],
  ['a rate that is none', { body: '{"base":"EUR","date":"2026-11-17","rates":{"GBP":"a lot"}}' }],
  ['a weekend', { body: '{"base":"EUR","date":"2026-11-15","rates":{"GBP":0.87}}' }],
  ['its own fault', { status: 500 }],
  ['no entry', { status: 401 }],
  ['nothing in time', { afterMs: 400, body: '{}' }],
] as const)('%s counts as unavailable', async (_, reply) => {
  replies = () => reply;
  const feed = frankfurterFeed(endpoint, createFeedClient('frankfurter', fastRetryPolicy));
  await expect(feed.latest(now)).rejects.toThrow(FeedUnavailable);
});

test('truncated XML and an unreachable host count as unavailable', async () => {
  answer(sheet.slice(0, 500));
  await expect(ecbFeed(endpoint, createFeedClient('ecb', fastRetryPolicy)).latest(now)).rejects.toThrow(
    FeedUnavailable,
  );
  const nobody = { url: 'http://127.0.0.1:9' };
  await expect(ecbFeed(nobody, createFeedClient('ecb', fastRetryPolicy)).latest(now)).rejects.toThrow(FeedUnavailable);
});

test('a failing source is retried, then suspended, then retried once', async () => {
  const ask = createFeedClient('patient', { timeoutMs: 500, maxAttempts: 3, failuresToOpen: 3, breakerResetMs: 300 });
  replies = () => (requests.length < 3 ? { status: 503 } : { body: 'at last' });
  await expect(ask({ url })).resolves.toBe('at last');
  expect(requests).toHaveLength(3);

  replies = () => ({ status: 503 });
  await expect(ask({ url })).rejects.toThrow(FeedUnavailable);
  const before = requests.length;
  await expect(ask({ url })).rejects.toThrow('is left alone');
  expect(requests).toHaveLength(before);

  replies = () => ({ body: 'back' });
  await new Promise((resolve) => setTimeout(resolve, 320));
  await expect(ask({ url })).resolves.toBe('back');
});
