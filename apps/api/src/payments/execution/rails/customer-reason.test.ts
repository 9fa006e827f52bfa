import { ReasonCode } from '@larkmere/contract/payments/payment';
import { expect, test } from 'vitest';
import { customerReason } from './customer-reason.ts';

test.each([
  ['AC01', 'payee_details_invalid'],
  ['AC04', 'payee_details_invalid'],
  ['AC06', 'payee_details_invalid'],
  ['AM02', 'limit_reached'],
  ['AM04', 'insufficient_funds'],
  ['BE01', 'name_mismatch'],
  ['MS03', 'payee_bank_unavailable'],
  ['RR04', 'extra_checks'],
  ['ZZ99', 'payee_bank_unavailable'],
  ['constructor', 'payee_bank_unavailable'],
  [undefined, 'payee_bank_unavailable'],
])('%s maps to %s', (railCode, code) => {
  const reason = customerReason(railCode);
  expect(reason.code).toBe(code);
  expect(ReasonCode.options).toContain(reason.code);
  expect(reason.sentence).toMatch(/^[A-Z].*\.$/);
  expect(reason.sentence).not.toContain(String(railCode));
});

test('never reveals what is being checked', () => {
  expect(customerReason('RR04').sentence).not.toMatch(/sanction|fraud|complian|regulat|law/i);
});
