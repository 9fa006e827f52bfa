import { expect, test } from 'vitest';
import { forbiddenSentence } from './forbidden.ts';

test('finds each sentence by its code', () => {
  expect(forbiddenSentence('suspended')).toContain('Your account is suspended');
  expect(forbiddenSentence('kyc_required')).toContain('checking your identity');
  expect(forbiddenSentence('not_the_maker')).toContain('takes it back');
});

test.each(['', 'Call 0900 123', 'toString', 'login_failed', undefined, ['suspended']])('%s has no sentence', (text) => {
  expect(forbiddenSentence(text)).toBeUndefined();
});
