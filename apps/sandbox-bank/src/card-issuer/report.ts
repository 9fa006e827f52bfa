import { randomInt, randomUUID } from 'node:crypto';
import type { Bank } from '../bank.ts';

const maxReorderMs = 2000;

/** Call inside the transaction that changes the state. */
export function queueReport(bank: Bank, report: Readonly<Record<string, unknown>>): void {
  const now = bank.now();
  bank.store.insert('ci_event', {
    event_id: randomUUID(),
    at: now,
    report: JSON.stringify(report),
    due_at: bank.settings().reorderCardReports ? now + randomInt(maxReorderMs) : now,
  });
}

export type StepKind = 'order' | 'answer' | 'clear' | 'expire' | 'settle' | 'dispute';

export const scheduleIssuerStep = (bank: Bank, kind: StepKind, subject: string, afterMs: number): void =>
  bank.store.insert('ci_step', { kind, subject, due_at: bank.now() + afterMs });
