import { randomUUID } from 'node:crypto';
import type { Db } from '../kernel/db.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { type AnsweredName, type AskedName, manyNames } from '../payee/payee.ts';
import type { ReadRow } from './bulk-payment.ts';
import { nameStanding } from './name-standing.ts';
import { type DueName, keepNames, type Told, takeNames } from './names.sql.ts';

export type AskName = (question: AskedName) => Promise<AnsweredName>;

const mostInTurn = 50;
const actor: SystemActor = { kind: 'system', name: 'check-names' };

/**
 * Calls banks outside any transaction, within each customer's daily limit. Any number of workers may run it. Returns
 * the number of checks made.
 */
export async function checkNames(db: Db, ask: AskName): Promise<number> {
  let asked = 0;
  for (;;) {
    const names = await inside(db, ({ tx }) => takeNames(tx, mostInTurn - asked));
    if (names.length === 0) return asked;
    asked += await askAbout(db, ask, names);
    if (asked >= mostInTurn) return asked;
  }
}

const inside = <T>(db: Db, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: `bulk-payment:${randomUUID()}` }));

async function askAbout(db: Db, ask: AskName, due: readonly DueName[]): Promise<number> {
  const names = [...new Map(due.map((each) => [`${each.customerId} ${each.key}`, each])).values()];
  const allowed = await inside(db, (ctx) => withinBudget(ctx, names));
  const answers = await Promise.all(
    names.map(async (name) => (allowed.has(name) ? await ask(questionOf(name)) : manyNames.notAsked)),
  );
  await inside(db, async (ctx) => {
    await keepNames(ctx.tx, await kept(ctx, names, answers));
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

async function kept(ctx: Ctx, names: readonly DueName[], answers: readonly AnsweredName[]): Promise<Told[]> {
  const heard = names.map((name, place) => {
    const { customerId, personId, key } = name;
    return { customerId, personId, key, question: questionOf(name), answer: answers[place] as AnsweredName };
  });
  const known = await manyNames.keepAnswers(ctx, heard);
  const forbidding = new Map<string, boolean>();
  for (const { customerId } of heard)
    if (!forbidding.has(customerId)) forbidding.set(customerId, await manyNames.forbidsNoMatch(ctx.tx, customerId));
  return known.map((answer, place) => {
    const { customerId, key, question } = heard[place] as (typeof heard)[number];
    const stands = nameStanding(answer, { type: question.type, isForbidden: forbidding.get(customerId) ?? false });
    return { customerId, key, nameCheckId: answer.id, ...stands };
  });
}
