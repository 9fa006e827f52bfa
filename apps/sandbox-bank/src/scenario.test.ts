import { expect, test } from 'vitest';
import { readScenarioCode, returnReason, scenarioCharges } from './scenario.ts';

test.each([
  [1001n, 'Rent', null],
  [9204n, 'Rent', null],
  [1300n, 'Rent', null],
  [1399n, 'Rent', null],
  [1401n, 'Rent', null],
  [1301n, 'Rent', '01'],
  [1392n, 'Rent', '92'],
  [5000n, 'SANDBOX 92', '92'],
  [5000n, 'Rent sandbox-92', '92'],
  [5000n, 'MAGIC92', '92'],
  [5000n, 'SANDBOX 92 ', '92'],
  [5000n, 'SANDBOX 55', null],
  [5000n, 'SANDBOX 920', null],
  [5000n, 'Order 92', null],
  [1301n, 'SANDBOX 92', '92'],
])('%i pence for "%s" selects scenario %s', (amountMinor, reference, magic) => {
  expect(readScenarioCode(amountMinor, reference)).toBe(magic);
});

test('charges never consume the whole amount', () => {
  expect([1n, 999n, 1000n, 8000n].map(scenarioCharges)).toEqual([0n, 499n, 500n, 500n]);
});

test('the account number selects the reason of a late return', () => {
  expect([returnReason('63748472'), returnReason('88837491')]).toEqual(['AC04', 'MS03']);
});
