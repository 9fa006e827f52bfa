import { expect, it } from 'vitest';
import { findQuestionable } from './recent-payment.ts';

it.each([
  ['the newest that is under way', ['completed', 'sent', 'returned'], 'sent'],
  ['one that came back', ['completed', 'cancelled', 'returned'], 'returned'],
  ['none', ['completed', 'draft', 'scheduled'], undefined],
] as const)('offers %s', (_, states, expected) => {
  expect(findQuestionable(states.map((state) => ({ state })))?.state).toBe(expected);
});
