import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { numberColumn, type Row, type Store, textColumn } from '../store.ts';
import { type IdentityScenario, scenarioOfName } from './scenario.ts';

export const IdentityCheckRequest = z.strictObject({
  checkId: z.uuid(),
  subjects: z
    .array(
      z.strictObject({
        subject: z.uuid(),
        name: z.string().trim().min(1).max(140),
        dateOfBirth: z.iso.date().nullable(),
        country: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .nullable(),
        items: z.array(z.string().min(1).max(40)).min(1).max(20),
      }),
    )
    .min(1)
    .max(50),
});
export type IdentityCheckRequest = z.infer<typeof IdentityCheckRequest>;
export type Subject = IdentityCheckRequest['subjects'][number];

export type IdentityResult = Readonly<{
  status: 'completed' | 'on_hold';
  answer: 'GREEN' | 'RED' | null;
  rejectType: 'RETRY' | 'FINAL' | null;
  items: readonly Readonly<{ subject: string; key: string; reason: string }>[];
  /** What was read in the document of a subject. */
  identities?: readonly Readonly<{ subject: string; name: string; dateOfBirth: string }>[];
}>;

export type IdentityCheck = Readonly<{
  checkId: string;
  request: IdentityCheckRequest;
  scenario: IdentityScenario;
  /** The subject whose name has the magic word, or the first one. */
  about: Subject;
  sequence: number;
  result: IdentityResult | undefined;
}>;

export function findIdentityCheck(store: Store, checkId: string): IdentityCheck | undefined {
  const row = store.one('select * from identity_check where check_id = ?', checkId);
  return row && toIdentityCheck(row);
}

export const listIdentityChecks = (store: Store, most: number): IdentityCheck[] =>
  store.all('select * from identity_check order by rowid desc limit ?', most).map(toIdentityCheck);

/** False if the id was used for another request. The same request again changes nothing. */
export function acceptIdentityCheck(bank: Bank, request: IdentityCheckRequest): boolean {
  const requestJson = JSON.stringify(request);
  const known = bank.store.one('select asked from identity_check where check_id = ?', request.checkId);
  if (known) return textColumn(known, 'asked') === requestJson;
  const { acceptDelayMs } = bank.settings();
  bank.store.inTransaction(() => {
    const scenario = chooseScenario(bank.store, request);
    bank.store.insert('identity_check', {
      check_id: request.checkId,
      asked: requestJson,
      scenario,
      received_at: bank.now(),
    });
    scheduleIdentityStep(bank, request.checkId, 'decide', bank.randomBetween(acceptDelayMs));
  });
  bank.wake();
  return true;
}

/** Somebody who was sent back once is accepted the next time. */
function chooseScenario(store: Store, { subjects }: IdentityCheckRequest): IdentityScenario {
  const scenario = subjects.map(({ name }) => scenarioOfName(name)).find((each) => each !== 'green') ?? 'green';
  if (scenario !== 'retry' && scenario !== 'face' && scenario !== 'later') return scenario;
  const ids = subjects.map(({ subject }) => subject);
  const before = listIdentityChecks(store, 1000).some(
    (check) => check.scenario === scenario && check.request.subjects.some(({ subject }) => ids.includes(subject)),
  );
  return before ? 'green' : scenario;
}

export type IdentityStepKind = 'decide' | 'contradict';

export function scheduleIdentityStep(bank: Bank, checkId: string, kind: IdentityStepKind, afterMs: number): void {
  bank.store.insert('identity_step', { check_id: checkId, kind, due_at: bank.now() + afterMs });
}

function toIdentityCheck(row: Row): IdentityCheck {
  const request: IdentityCheckRequest = JSON.parse(textColumn(row, 'asked'));
  const scenario = textColumn(row, 'scenario') as IdentityScenario;
  const [first] = request.subjects;
  const about = request.subjects.find(({ name }) => scenarioOfName(name) === scenario) ?? first;
  if (!about) throw new Error('an identity check needs a subject');
  return {
    checkId: request.checkId,
    request,
    scenario,
    about,
    sequence: numberColumn(row, 'sequence'),
    result: row.result == null ? undefined : JSON.parse(textColumn(row, 'result')),
  };
}
