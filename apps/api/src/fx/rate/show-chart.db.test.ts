import { timeframes } from '@larkmere/contract/fx/rate-timeframe';
import { expect, test } from 'vitest';
import { caller, seedCredentials, signInBrowser, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';

const { db, url } = await createDatabase();
const app = await startTestApi(url, { embedPartners: ['https://partner.example'] });

async function holder() {
  const call = caller(app.base);
  const { rateToken, rateService } = (await call('GET', '/v1/rate/pass')).body.data;
  const chart = (input: object, token = rateToken as string) =>
    call('POST', `${rateService}/v1/rate/chart`, { from: 'GBP', to: 'THB', ...input }, { authorization: token });
  const latest = (from: string, to: string) =>
    call('GET', `${rateService}/v1/rate/latest?from=${from}&to=${to}`, undefined, { authorization: rateToken });
  return { call, chart, latest, rateToken };
}
type Point = { close: string; datetime: string };

test('without dates: seven days by the hour until now, the Plus line above the wallet line', async () => {
  const { status, body } = await (await holder()).chart({});
  expect([status, body.result]).toEqual([200, true]);
  const { wallet, plus } = body.data.data as Record<'wallet' | 'plus', Point[]>;
  expect(wallet.length).toBeGreaterThan(100);
  expect(wallet.map(({ datetime }) => datetime)).toEqual(plus.map(({ datetime }) => datetime));
  for (const [n, point] of wallet.entries()) expect(Number(plus[n]?.close)).toBeGreaterThan(Number(point.close));
  expect(Date.parse(wallet.at(-1)?.datetime ?? '')).toBeLessThanOrEqual(Date.now());
});

test('a range of days includes its last day, and one tier on request', async () => {
  const { chart } = await holder();
  const range = { startDate: '2026-11-09', endDate: '2026-11-13', timeframe: '1D' };
  const all = (await chart(range)).body.data.data;
  expect(all.wallet.map(({ datetime }: Point) => datetime.slice(0, 10))).toEqual([
    '2026-11-09',
    '2026-11-10',
    '2026-11-11',
    '2026-11-12',
    '2026-11-13',
  ]);
  expect((await chart({ ...range, type: 'wallet' })).body.data.data).toEqual({ ...all, plus: [] });
  const only = (await chart({ ...range, type: 'plus' })).body.data;
  expect(only.data).toEqual({ ...all, wallet: [] });
  expect(Number(only.change)).not.toBe(0);
  const weekend = await chart({ startDate: '2026-11-14', endDate: '2026-11-14' });
  expect(weekend.body.data).toMatchObject({ change: '0.0000', data: { wallet: [], plus: [] } });
});

test('the inverse pair has a price of its own, below the inverse on both sides', async () => {
  const { chart } = await holder();
  const range = { startDate: '2026-11-09', endDate: '2026-11-13', timeframe: '4H' };
  const [there, back] = [await chart(range), await chart({ ...range, from: 'THB', to: 'GBP' })];
  for (const [n, { close }] of (there.body.data.data.wallet as Point[]).entries())
    expect(Number(close) * Number(back.body.data.data.wallet[n].close)).toBeLessThan(0.99);
});

test('refuses equal currencies, an end before the start, and too many points', async () => {
  const { chart } = await holder();
  for (const [input, field] of [
    [{ to: 'GBP' }, 'to'],
    [{ startDate: '2026-11-13', endDate: '2026-11-09' }, 'endDate'],
    [{ startDate: '2026-01-01', timeframe: '5M' }, 'startDate'],
    [{ timeframe: '2H' }, 'timeframe'],
    [{ to: 'XXX' }, 'to'],
    [{ startDate: 'yesterday' }, 'startDate'],
  ] as const) {
    const { status, body } = await chart(input);
    expect([status, body.errors[0].field], JSON.stringify(input)).toEqual([400, field]);
  }
  expect((await chart({ startDate: '2019-01-01', endDate: '2019-01-31' })).body.code).toBe('rate_unavailable');
});

test('the latest rate includes its age', async () => {
  await setMarket(db, 'open');
  const { latest, chart } = await holder();
  await expect.poll(async () => (await latest('GBP', 'THB')).status, { timeout: 15_000 }).toBe(200);
  const { data } = (await latest('GBP', 'THB')).body;
  expect(data).toMatchObject({ from: 'GBP', to: 'THB', stale: false });
  expect(data.ageSeconds).toBeLessThan(60);
  expect(Number(data.wallet)).toBeLessThan(Number(data.plus));
  expect(Number(data.plus)).toBeLessThan(Number(data.mid));
  const { wallet } = (await chart({ timeframe: '5M' })).body.data.data;
  expect(Number(wallet.at(-1).close)).toBeCloseTo(Number(data.wallet), 1);
});

test('rate tokens open rates only, and session tokens open no rates', async () => {
  const who = await seedCustomer(db);
  await seedCredentials(db, who);
  const { token, call } = await signInBrowser(app.base, who);
  const { rateToken, rateService } = (await call('GET', '/v1/login')).body.data;
  expect(rateService).toBe('/api/rates');
  const { chart, call: stranger } = await holder();
  expect((await chart({}, rateToken)).status).toBe(200);
  expect((await chart({}, token)).body.code).toBe('not_signed_in');
  expect((await stranger('GET', '/v1/bankaccount', undefined, { authorization: rateToken })).status).toBe(401);
});

test('limits public tokens and requests for them', async () => {
  const { chart, call } = await holder();
  const tries = await Promise.all(Array.from({ length: 25 }, () => chart({ timeframe: '1D' })));
  expect(tries.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(20);
  const late = tries.find(({ status }) => status === 429);
  expect(late?.body.code).toBe('rate_limited');
  expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0);
  const passes = await Promise.all(Array.from({ length: 25 }, () => call('GET', '/v1/rate/pass')));
  expect(passes.filter(({ status }) => status === 200)).toHaveLength(19);
});

test.each(timeframes)('%s returns the seven days of the specification, with and without dates', async (timeframe) => {
  const { chart } = await holder();
  const day = (ago: number) => dayAhead(-ago);
  for (const range of [{}, { startDate: day(7), endDate: day(0) }])
    expect((await chart({ timeframe, ...range })).status, JSON.stringify(range)).toBe(200);
});

test('while the market is closed, the latest rates include the markup, the chart does not, and both say so', async () => {
  const { chart, latest } = await holder();
  const rates = async () => (await latest('GBP', 'THB')).body.data;
  await setMarket(db, 'open');
  const open = await rates();
  expect(open.closed).toBeNull();
  expect((await chart({})).body.data.closed).toBeNull();
  await setMarket(db, 'markup');
  const closed = await rates();
  const share = (tier: 'plus' | 'wallet') => (1 - Number(closed[tier]) / Number(closed.mid)) * 10_000;
  const shareOpen = (tier: 'plus' | 'wallet') => (1 - Number(open[tier]) / Number(open.mid)) * 10_000;
  expect(share('plus') - shareOpen('plus')).toBeCloseTo(20, 1);
  expect(share('wallet') - shareOpen('wallet')).toBeCloseTo(50, 1);
  const expected = { tradable: true, markupBps: { plus: 20, wallet: 50 } };
  expect(closed.closed).toMatchObject(expected);
  const { body } = await chart({ type: 'plus' });
  expect(body.data.closed).toMatchObject(expected);
  await setMarket(db, 'block');
  expect((await rates()).closed).toMatchObject({ tradable: false, markupBps: { plus: 0, wallet: 0 } });
});
