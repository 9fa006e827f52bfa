import type { AutoFxTerms } from '@larkmere/contract/fx/auto-fx';
import { readRate } from '@larkmere/money/rate';
import { expect, test } from 'vitest';
import { newDraft, toTerms } from './auto-fx-draft.ts';
import { checkTargetMet } from './target-met.ts';

const account = (currency: 'GBP' | 'THB') => ({ bankholderid: '1', currency }) as Parameters<typeof newDraft>[0];
const order = (over: Partial<AutoFxTerms>): AutoFxTerms => ({
  ...toTerms({ ...newDraft(account('GBP'), account('THB'), '0.75'), amount: '100.00' }),
  ...over,
});

test.each([
  ['limit', '39.9999', false],
  ['limit', '40', true],
  ['limit', '40.0001', true],
  ['stop', '39.9999', true],
  ['stop', '40', true],
  ['stop', '40.0001', false],
] as const)('a %s is met at exactly its target: %s is %s', (type, now, isMet) => {
  for (const target of [
    { targetRate: '40', targetBase: null },
    { targetRate: '0.025', targetBase: 'THB' },
  ] as const)
    expect(checkTargetMet(order({ type, ...target }), readRate('GBP', 'THB', now)) !== undefined).toBe(isMet);
});

test('states what would be exchanged, rounded against the customer', () => {
  const now = readRate('GBP', 'THB', '43.1839');
  const amounts = (over: Partial<AutoFxTerms>) => checkTargetMet(order({ targetRate: '40', ...over }), now);
  expect(amounts({})).toMatchObject({
    sold: { amount: '100.00', currency: 'GBP' },
    bought: { amount: '4318.39', currency: 'THB' },
  });
  expect(amounts({ amount: '0.09' })?.bought?.amount).toBe('3.88');
  expect(amounts({ amountMode: 'fixed_buy', amount: '4318.39' })?.sold?.amount).toBe('100.00');
  expect(amounts({ amountMode: 'fixed_buy', amount: '4318.40' })?.sold?.amount).toBe('100.01');
  expect(amounts({ amountMode: 'all_available', amount: null })).toMatchObject({ sold: null, bought: null });
});
