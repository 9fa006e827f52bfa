import { expect, it } from 'vitest';
import { describeStatement, tabulateStatement } from './download-statement.ts';
import type { StatedLine } from './introducer-partner.read.ts';
import type { StatementRow } from './introducer-partner.sql.ts';
import { decideTotal } from './process-partners.ts';
import { toShortName } from './show-partner.ts';

const issued = new Date('2026-12-01T00:00:12Z');
const statement = {
  month: '2026-11-01',
  currency: 'GBP',
  shareMinor: 62_141n,
  capMinor: 50_000n,
  carriedInMinor: 1210n,
  totalMinor: 51_210n,
  state: 'paid',
  issuedAt: issued,
  paidAt: issued,
  reason: null,
} as StatementRow;
const line = (over: Partial<StatedLine>): StatedLine => ({
  customerId: '1',
  name: 'Anong Srisuk',
  product: 'exchange',
  currency: 'EUR',
  deals: 3,
  shareMinor: 71_200n,
  rate: '0.8706000000',
  payoutMinor: 61_986n,
  ...over,
});
const lines = [
  line({}),
  line({ currency: 'GBP', deals: 0, shareMinor: 60n, rate: '1.0000000000', payoutMinor: 60n }),
  line({
    customerId: '2',
    name: 'สมชาย ใจดี',
    product: 'payment',
    currency: 'GBP',
    rate: '1.0000000000',
    payoutMinor: 95n,
  }),
];

it('tells a partner shares, and neither names in full nor currencies of customers', () => {
  const { sections } = describeStatement(statement, lines);
  expect(sections[0]?.rows).toEqual([
    ['Share before your monthly limit', '621.41 GBP'],
    ['Share of this month', '500.00 GBP'],
    ['Brought forward', '12.10 GBP'],
    ['Total', '512.10 GBP'],
    ['Payment', 'Paid on Tue 1 Dec 2026'],
  ]);
  expect(sections[1]?.table?.rows).toEqual([
    ['Anong S.', 'Exchanges', '3', '620.46 GBP'],
    ['สมชาย ใ.', 'Payments', '3', '0.95 GBP'],
  ]);
  expect(sections[2]?.rows).toEqual([['1 EUR', '0.8706 GBP']]);
});

it('writes the same as a table', () => {
  expect(tabulateStatement(statement, lines).slice(1)).toEqual([
    ['2026-11', 'Anong S.', 'exchange', '3', '620.46', 'GBP'],
    ['2026-11', 'สมชาย ใ.', 'payment', '3', '0.95', 'GBP'],
    ['2026-11', 'Share before your monthly limit', '', '', '621.41', 'GBP'],
    ['2026-11', 'Share of this month', '', '', '500.00', 'GBP'],
    ['2026-11', 'Brought forward', '', '', '12.10', 'GBP'],
    ['2026-11', 'Total', '', '', '512.10', 'GBP'],
  ]);
});

it('shortens names', () => {
  expect(['Anong Srisuk', 'Jo', ' Mary Ann  Lee ', 'Erased'].map(toShortName)).toEqual([
    'Anong S.',
    'Jo',
    'Mary L.',
    'Erased',
  ]);
});

it.each([
  ['pays from the minimum on', {}, 2500n, 'due'],
  ['carries less than the minimum', { share: 2499n }, 2499n, 'carried'],
  ['adds what was carried', { share: 2499n, carriedIn: 1n }, 2500n, 'due'],
  ['limits the month, not what was carried', { share: 9000n, cap: 2600n, carriedIn: 100n }, 2700n, 'due'],
  ['carries less than nothing', { share: -1n }, -1n, 'carried'],
  ['pays the last one below the minimum', { share: 1n, isFinal: true }, 1n, 'due'],
  ['never pays nothing', { share: 0n, minimum: 0n, isFinal: true }, 0n, 'carried'],
] as const)('%s', (_, over, total, state) => {
  const amounts = { share: 2500n, cap: null, carriedIn: 0n, minimum: 2500n, isFinal: false, ...over };
  expect(decideTotal(amounts)).toEqual({ total, state });
});
