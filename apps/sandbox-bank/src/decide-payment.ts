import type { Bank } from './bank.ts';
import type { Payment } from './payment.ts';
import { acceptPayment, reportStatus, scheduleStep } from './process-steps.ts';

export function decideHeldPayment(bank: Bank, payment: Payment, decision: 'release' | 'reject'): boolean {
  if (payment.status !== 'PDNG') return false;
  bank.store.inTransaction(() => {
    if (decision === 'release') acceptPayment(bank, payment);
    else reportStatus(bank, { ...payment, status: 'RJCT' });
  });
  bank.wake();
  return true;
}

const settledStatuses: ReadonlySet<string> = new Set(['ACSC', 'ACCC']);

export function returnPayment(bank: Bank, payment: Payment): boolean {
  if (!settledStatuses.has(payment.status) || payment.returnedAt !== null || isReturning(bank, payment)) return false;
  scheduleStep(bank, payment.bankReference, 'return', 0);
  bank.wake();
  return true;
}

const isReturning = (bank: Bank, payment: Payment): boolean =>
  bank.store.one(`select 1 from step where bank_reference = ? and kind = 'return'`, payment.bankReference) !==
  undefined;
