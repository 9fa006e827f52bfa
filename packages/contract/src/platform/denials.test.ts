import { expect, test } from 'vitest';
import { forbiddenReason } from './denials.ts';

test('finds each message by its code', () => {
  expect(forbiddenReason('suspended')).toBe('account_suspended');
  expect(forbiddenReason('kyc_required')).toBe('kyc_required');
  expect(forbiddenReason('other_role')).toBe('approver_has_other_role');
});

test.each(['', 'Call 0900 123', 'toString', 'login_failed', undefined, ['suspended']])('%s has no message', (text) => {
  expect(forbiddenReason(text)).toBeUndefined();
});
