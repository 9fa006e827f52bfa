import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { type Rate, readRate } from '@larkmere/money/rate';
import { expect, test } from 'vitest';
import { Refusal } from '../../platform/requests/refusal.ts';
import { tierRate } from '../conversion/price.ts';
import type { HistoryRange } from './feeds/feed.ts';
import { type History, showChart } from './rate.read.ts';

const now = new Date('2026-11-20T12:00:00Z');
type ChartInput = Partial<Input<typeof contract.rate.chart>>;

/** Draws `closes`, the baht for one euro, and returns the range that was asked of the feed. */
async function draw(closes: readonly string[], over: ChartInput = {}, wallet = 0) {
  const asked: HistoryRange[] = [];
  const history: History = async (_, range) => {
    asked.push(range);
    return closes.map((text, n) => ({ at: new Date(n), perEuro: readRate('EUR', 'THB', text) as Rate }));
  };
  const pairMargins = async () => ({ wallet, plus: 0 });
  const steps = { transaction: <T>(work: (ctx: object) => Promise<T>) => work({ now }) };
  const input = { from: 'EUR', to: 'THB', timeframe: '1H', type: 'all', ...over } as const;
  const chart = await showChart(history, { pairMargins, tierRate, findClosedMarket: async () => undefined })(
    steps as never,
    input,
  );
  return { ...chart, range: asked[0] };
}

test('the change is that of the wallet line, from its first point to its last', async () => {
  expect(await draw(['40', '45', '50'], {}, 90)).toMatchObject({ change: '9.9100', changePercent: '25.00' });
  expect(await draw(['40', '45', '50'], { from: 'THB', to: 'EUR' })).toMatchObject({
    change: '-0.0050000',
    changePercent: '-20.00',
  });
});

test.each([
  [{}, '2026-11-13T12:00:00.000Z', '2026-11-20T12:00:00.000Z'],
  [{ startDate: '2026-11-09', endDate: '2026-11-13' }, '2026-11-09T00:00:00.000Z', '2026-11-14T00:00:00.000Z'],
  [{ startDate: '2026-11-20', endDate: '2026-11-20' }, '2026-11-20T00:00:00.000Z', '2026-11-20T12:00:00.000Z'],
  [{ endDate: '2026-11-13T09:00:00Z' }, '2026-11-06T09:00:00.000Z', '2026-11-13T09:00:00.000Z'],
  [{ timeframe: '5M', startDate: '2026-11-12T04:00:00Z' }, '2026-11-12T04:00:00.000Z', '2026-11-20T12:00:00.000Z'],
  [
    { startDate: '2026-11-20T11:59:59.999Z', endDate: '2026-11-20T12:00:00Z' },
    '2026-11-20T11:59:59.999Z',
    '2026-11-20T12:00:00.000Z',
  ],
] as const)('a range includes its last day, but not the future: %j', async (input, from, to) => {
  const { range } = await draw(['40'], input);
  expect([range?.from.toISOString(), range?.to.toISOString()]).toEqual([from, to]);
});

test.each([
  [{ timeframe: '5M', startDate: '2026-11-12T03:59:59.999Z' }, 'startDate'],
  [{ startDate: '2026-11-20T12:00:00Z' }, 'endDate'],
  [{ startDate: '2026-11-13T09:00:00Z', endDate: '2026-11-13T09:00:00Z' }, 'endDate'],
] as const)('more than 2400 points and an empty range are refused: %j', async (input, field) => {
  const refusal = await draw(['40'], input).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code: 'validation_failed', errors: [{ field }] });
});
