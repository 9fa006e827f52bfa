import { randomUUID } from 'node:crypto';
import type { Db } from '../kernel/db.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { type AnsweredName, type AskedName, manyNames } from '../payee/payee.ts';
import type { ReadRow } from './bulk-payment.ts';
import { nameStanding } from './name-standing.ts';
import { type DueName, keepNames, type Told, takeNames } from './names.sql.ts';

export type AskName = (question: AskedName) => Promise<AnsweredName>;

/** With a turn a second this is what banks are asked about at most. */
const mostInTurn = 50;
const actor: SystemActor = { kind: 'system', name: 'check-names' };

/**
 * One turn: asks banks about some names of new payees, outside any transaction and each name once, and keeps the answers
 * as evidence. Any number of workers may run it. Answers how many banks were asked.
 */
export async function checkNames(db: Db, ask: AskName): Promise<number> {
  const inside = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: `bulk-payment:${randomUUID()}` }));
  const due = await inside(({ tx }) => takeNames(tx, mostInTurn));
  const names = [...new Map(due.map((each) => [`${each.customerId} ${each.key}`, each])).values()];
  if (names.length === 0) return 0;
  const allowed = await inside((ctx) => withinBudget(ctx, names));
  const answers = await Promise.all(
    names.map(async (name) => (allowed.has(name) ? await ask(questionOf(name)) : manyNames.notAsked)),
  );
  await inside(async (ctx) => {
    const told: Told[] = [];
    for (const [place, name] of names.entries()) told.push(await keep(ctx, name, answers[place] as AnsweredName));
    await keepNames(ctx.tx, told);
  });
  return allowed.size;
}

async function withinBudget({ tx }: Ctx, names: readonly DueName[]): Promise<Set<DueName>> {
  const allowed = new Set<DueName>();
  for (const customerId of new Set(names.map((name) => name.customerId))) {
    const left = await manyNames.namesLeft(tx, customerId);
    for (const name of names.filter((each) => each.customerId === customerId).slice(0, left)) allowed.add(name);
  }
  return allowed;
}

const questionOf = ({ read }: DueName): AskedName => manyNames.questionOf((read as unknown as ReadRow).payee);

async function keep(ctx: Ctx, name: DueName, answer: AnsweredName): Promise<Told> {
  const { customerId, personId, key } = name;
  const question = questionOf(name);
  const nameCheckId = await manyNames.keepAnswer(ctx, { customerId, personId }, question, answer);
  const { state, faults } = nameStanding({ result: answer.result, isAccepted: false }, question.type);
  return { customerId, key, nameCheckId, state, faults };
}
