import { randomUUID } from 'node:crypto';
import type { Bank } from '../bank.ts';
import { numberColumn, textColumn } from '../store.ts';
import {
  findIdentityCheck,
  type IdentityCheck,
  type IdentityResult,
  type IdentityStepKind,
  type Subject,
  scheduleIdentityStep,
} from './identity-check.ts';

const reorderDelayMs = 500;
const never = Number.MAX_SAFE_INTEGER;

const green: IdentityResult = { status: 'completed', answer: 'GREEN', rejectType: null, items: [] };
const final: IdentityResult = { status: 'completed', answer: 'RED', rejectType: 'FINAL', items: [] };
const held: IdentityResult = { status: 'on_hold', answer: null, rejectType: null, items: [] };

const retry = ({ subject, items }: Subject, key: string, reason: string): IdentityResult => {
  const named = items.includes(key) ? key : (items[0] ?? key);
  return { status: 'completed', answer: 'RED', rejectType: 'RETRY', items: [{ subject, key: named, reason }] };
};

/** Accepted, but the proof of address (of a firm: where its money comes from) is to follow. */
function greenWithOutstanding({ subject, items }: Subject): IdentityResult {
  const key = ['proof_of_address', 'source_of_funds'].find((each) => items.includes(each));
  return { ...green, items: key === undefined ? [] : [{ subject, key, reason: 'too_old' }] };
}

/** Accepted, but the document is that of another person. */
const greenForSomebodyElse = ({ subject }: Subject): IdentityResult => ({
  ...green,
  identities: [{ subject, name: 'Peter Smith', dateOfBirth: '1971-01-02' }],
});

export function processIdentitySteps(bank: Bank): number {
  const due = bank.store.all('select * from identity_step where due_at <= ? order by due_at, id', bank.now());
  for (const row of due)
    bank.store.inTransaction(() => {
      bank.store.run('delete from identity_step where id = ?', numberColumn(row, 'id'));
      const check = findIdentityCheck(bank.store, textColumn(row, 'check_id'));
      if (check) steps[textColumn(row, 'kind') as IdentityStepKind](bank, check);
    });
  return due.length;
}

const steps: Readonly<Record<IdentityStepKind, (bank: Bank, check: IdentityCheck) => void>> = {
  decide(bank, check) {
    switch (check.scenario) {
      case 'green':
        return report(bank, check, green);
      case 'retry':
        return report(bank, check, retry(check.about, 'identity_document', 'unreadable'));
      case 'face':
        return report(bank, check, retry(check.about, 'selfie', 'face_differs'));
      case 'final':
        return report(bank, check, final);
      case 'hold':
        return report(bank, check, held);
      case 'silent':
        return undefined;
      case 'lost':
        return report(bank, check, green, { isLost: true });
      case 'later':
        return report(bank, check, greenWithOutstanding(check.about));
      case 'differs':
        return report(bank, check, greenForSomebodyElse(check.about));
      case 'contradict':
        report(bank, check, green);
        return scheduleIdentityStep(bank, check.checkId, 'contradict', bank.settings().returnDelayMs);
      case 'twice':
        report(bank, check, green);
        return queueResult(bank, check.checkId, check.sequence + 1, green, bank.now());
      case 'reorder':
        report(bank, check, held, { afterMs: reorderDelayMs });
        return report(bank, { ...check, sequence: check.sequence + 1 }, green);
    }
  },
  contradict: (bank, check) => report(bank, check, final),
};

export const decisions = ['green', 'retry', 'final', 'hold'] as const;
export type IdentityDecision = (typeof decisions)[number];

/** A person at the vendor decides, also again after the first result. */
export function decideIdentityCheck(bank: Bank, check: IdentityCheck, decision: IdentityDecision): void {
  const results = { green, final, hold: held, retry: retry(check.about, 'identity_document', 'unreadable') };
  bank.store.inTransaction(() => report(bank, check, results[decision]));
  bank.wake();
}

type Delivery = Readonly<{ isLost?: boolean; afterMs?: number }>;

function report(
  bank: Bank,
  check: IdentityCheck,
  result: IdentityResult,
  { isLost, afterMs = 0 }: Delivery = {},
): void {
  const sequence = check.sequence + 1;
  bank.store.run(
    'update identity_check set sequence = ?, result = ? where check_id = ?',
    sequence,
    JSON.stringify(result),
    check.checkId,
  );
  queueResult(bank, check.checkId, sequence, result, isLost ? never : bank.now() + afterMs);
}

function queueResult(bank: Bank, checkId: string, sequence: number, result: IdentityResult, dueAt: number): void {
  bank.store.insert('identity_event', {
    event_id: randomUUID(),
    check_id: checkId,
    sequence,
    at: bank.now(),
    result: JSON.stringify(result),
    due_at: dueAt,
  });
}
