import type { Bank } from './bank.ts';
import type { Payment } from './payment.ts';
import { accept, announce, schedule } from './work.ts';

export function decideHeld(bank: Bank, payment: Payment, decision: 'release' | 'reject'): boolean {
  if (payment.status !== 'PDNG') return false;
  bank.store.atOnce(() => {
    if (decision === 'release') accept(bank, payment);
    else announce(bank, { ...payment, status: 'RJCT' });
  });
  bank.wake();
  return true;
}

const settled: ReadonlySet<string> = new Set(['ACSC', 'ACCC']);

export function returnNow(bank: Bank, payment: Payment): boolean {
  if (!settled.has(payment.status) || payment.returnedAt !== null || isReturning(bank, payment)) return false;
  schedule(bank, payment.bankReference, 'return', 0);
  bank.wake();
  return true;
}

const isReturning = (bank: Bank, payment: Payment): boolean =>
  bank.store.one(`select 1 from step where bank_reference = ? and kind = 'return'`, payment.bankReference) !==
  undefined;
