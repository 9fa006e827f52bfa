import type { Bank } from '../bank.ts';
import { sendCredit } from '../send-credit.ts';
import { numberColumn, textColumn } from '../store.ts';
import { PaymentBody, readBody, toPence } from './order.ts';
import { type Behaviour, findBank } from './other-banks.ts';

type Step = Readonly<{ afterMs: number; status: string; reason?: string; movesMoney?: true; completesApproval?: true }>;

const quickSteps: readonly Step[] = [
  { afterMs: 500, status: 'ACSP' },
  { afterMs: 1500, status: 'ACSC', movesMoney: true },
];

const stepsByBehaviour: Readonly<Record<Behaviour, readonly Step[]>> = {
  plain: quickSteps,
  lost: quickSteps,
  silent: quickSteps,
  down: quickSteps,
  slow: [
    { afterMs: 1500, status: 'PDNG' },
    { afterMs: 4000, status: 'ACSP' },
    { afterMs: 4000, status: 'ACSC', movesMoney: true },
  ],
  rejects: [{ afterMs: 700, status: 'RJCT', reason: 'The daily limit for online payments is used up at this bank.' }],
  two_people: [
    { afterMs: 8000, status: 'ACSP', completesApproval: true },
    { afterMs: 1500, status: 'ACSC', movesMoney: true },
  ],
  no_money: [{ afterMs: 800, status: 'ACSC' }],
};

export const firstDelayMs = (behaves: Behaviour): number => stepsByBehaviour[behaves][0]?.afterMs ?? 0;

export function processPayments(bank: Bank): void {
  for (const row of bank.store.all('select * from ob_payment where due_at <= ? order by due_at', bank.now())) {
    const course = stepsByBehaviour[findBank(textColumn(row, 'bank_id'))?.behaviour ?? 'plain'];
    const place = numberColumn(row, 'step');
    const [step, next] = [course[place], course[place + 1]];
    const order = readBody(PaymentBody, textColumn(row, 'body'));
    if (!step || !order) throw new Error(`payment ${textColumn(row, 'id')} has no step ${place}`);
    const now = bank.now();
    if (step.movesMoney) creditPayee(bank, order);
    bank.store.run(
      `update ob_payment set status = ?, reason = ?, step = ?, due_at = ?, updated_at = ?,
         waits_for_second = case when ? then 0 else waits_for_second end where id = ?`,
      step.status,
      step.reason ?? null,
      place + 1,
      next ? now + next.afterMs : null,
      now,
      step.completesApproval ? 1 : 0,
      textColumn(row, 'id'),
    );
  }
}

/**
 * The credit is sent before the status changes. After a crash in between it is found by its reference and not sent
 * again.
 */
function creditPayee(bank: Bank, order: PaymentBody): void {
  const { CreditorAccount: account, RemittanceInformation } = order.Data.Initiation;
  const reference = RemittanceInformation.Unstructured[0] ?? '';
  if (bank.store.one(`select 1 from entry where kind = 'credit' and reference = ?`, reference)) return;
  const number = account.Identification.slice(6);
  const at = { number, isIban: false, bank: { system: 'GBDSC', member: account.Identification.slice(0, 6) } };
  sendCredit(bank, { currency: 'GBP', amountMinor: toPence(order), payerName: account.Name, account: at, reference });
}
