import { expect, test } from 'vitest';
import { forbiddenMessage } from './denials.ts';

test('finds each sentence by its code', () => {
  expect(forbiddenMessage('suspended')).toContain('Your account is suspended');
  expect(forbiddenMessage('kyc_required')).toContain('checking your identity');
  expect(forbiddenMessage('not_the_maker')).toContain('takes it back');
});

test.each(['', 'Call 0900 123', 'toString', 'login_failed', undefined, ['suspended']])('%s has no sentence', (text) => {
  expect(forbiddenMessage(text)).toBeUndefined();
});
