import type { Bank } from '../bank.ts';
import { numberColumn, textColumn } from '../store.ts';
import { decideUnanswered } from './authorise.ts';
import { advanceOrder } from './card-order.ts';
import { clearPayment, expirePayment } from './clear-payment.ts';
import { advanceDispute } from './dispute.ts';
import { requirePayment } from './issued-payment.ts';
import type { StepKind } from './report.ts';
import { settle } from './settle.ts';

const run: Readonly<Record<StepKind, (bank: Bank, subject: string) => unknown>> = {
  order: advanceOrder,
  answer: decideUnanswered,
  clear: (bank, paymentId) => clearPayment(bank, requirePayment(bank, paymentId)),
  expire: (bank, paymentId) => expirePayment(bank, paymentId),
  settle,
  dispute: advanceDispute,
};

/** Returns the number of steps done. */
export function processIssuerSteps(bank: Bank): number {
  const due = bank.store.all('select * from ci_step where due_at <= ? order by due_at, id', bank.now());
  for (const row of due)
    bank.store.inTransaction(() => {
      bank.store.run('delete from ci_step where id = ?', numberColumn(row, 'id'));
      run[textColumn(row, 'kind') as StepKind](bank, textColumn(row, 'subject'));
    });
  return due.length;
}
