import { sql } from 'kysely';
import { expect } from 'vitest';
import type { BankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import { runScheduledPayments } from '../../apps/api/src/payments/scheduled/run-scheduled-payments.ts';
import { seedAccount, seedCredit } from '../fixtures/base.ts';
import { dayAhead } from '../fixtures/days.ts';
import { balancesOf } from '../fixtures/payment.ts';
import { day, hour, minute } from './clock.ts';
import { createPayment } from './customers.ts';
import { someAmount } from './random.ts';
import {
  expectedEnd,
  outcomeOf,
  pence,
  processPayment,
  type Scenario,
  type Simulation,
  unlessKilled,
  workerOf,
} from './simulation.ts';

type ScheduledRun = Readonly<{
  uid: string;
  account: BankAccount;
  before: string;
  shouldExecute: () => boolean | undefined;
}>;

/**
 * A customer schedules a payment from an account that has enough money, or receives it in time, late or never. Two
 * workers execute it and die at times.
 */
export async function simulateScheduledPayment(world: Simulation): Promise<Scenario> {
  const { db, random, clock, customer } = world;
  const isRich = random.chance(0.4);
  const account = await seedAccount(db, customer.who, { balance: isRich ? '200.00' : '1.00' });
  const executionDate = dayAhead(random.between(1, 20));
  const [pounds] = customer.pairs;
  const uid = await createPayment(db, customer, { ...pounds, account }, someAmount(random), { executionDate });
  const { leaves, deadline } = await timesOf(world, uid);
  let isFollowed = false;
  const look = async (): Promise<void> => {
    await Promise.all([runWorker(world), runWorker(world)]);
    if (isFollowed || (await outcomeOf(world, uid)).state !== 'ready') return;
    isFollowed = true;
    processPayment(world, uid);
  };
  const money = !isRich && random.chance(0.7) ? random.between(leaves - day, deadline + 2 * day) : undefined;
  if (money !== undefined) clock.after(Math.max(0, money), async () => void (await seedCredit(db, account, '100.00')));
  const aroundLeaving = [leaves - hour, leaves + minute, leaves + 3 * hour, leaves + day];
  const aroundEnd = [-hour, -30 * minute, minute, hour, 5 * hour, 3 * day].map((wait) => deadline + wait);
  for (const wait of [...aroundLeaving, ...aroundEnd, ...(money ? [money + minute] : [])])
    if (wait > 0) clock.after(wait, look);
  const isToLeave = (): boolean | undefined => {
    if (isRich || (money !== undefined && money < deadline - 2 * hour)) return true;
    return money === undefined || money > deadline ? false : undefined;
  };
  const before = isRich ? '200.00' : money === undefined ? '1.00' : '101.00';
  return { check: () => checkScheduledPayment(world, { uid, account, before, shouldExecute: isToLeave }) };
}

async function timesOf({ db }: Simulation, uid: string): Promise<{ leaves: number; deadline: number }> {
  const { rows } = await sql<{ leaves: Date; deadline: Date; now: Date }>`
    select execute_at as leaves, (payment.working_day('england', execution_date, 2) + 1)::timestamp at time zone 'Europe/London'
      as deadline, now() from payment.payment where id = ${uid}`.execute(db);
  const [times] = rows as [{ leaves: Date; deadline: Date; now: Date }];
  const fromNow = (at: Date): number => at.getTime() - times.now.getTime();
  return { leaves: fromNow(times.leaves), deadline: fromNow(times.deadline) };
}

async function runWorker(world: Simulation): Promise<void> {
  await runScheduledPayments(workerOf(world)).catch(unlessKilled);
}

async function checkScheduledPayment(
  world: Simulation,
  { uid, account, before, shouldExecute }: ScheduledRun,
): Promise<string[]> {
  const { db, bank } = world;
  const ending = await outcomeOf(world, uid);
  const truth = bank.truthOf(ending.reference);
  const words = `${world.label}: ${ending.path.join(' → ')}`;
  const hasLeft = ending.path.includes('ready');
  if (shouldExecute() !== undefined) expect(hasLeft, words).toBe(shouldExecute());
  expect(ending.state, words).toBe(hasLeft ? (truth ? expectedEnd[truth.end] : 'failed') : 'expired');
  expect(new Set(ending.path).size, words).toBe(ending.path.length);
  expect(truth?.settledTimes ?? 0, words).toBe(['completed', 'returned'].includes(ending.state) ? 1 : 0);
  const spent = ending.state === 'completed' ? ending.amountMinor + ending.feeMinor : 0n;
  const [balance, available] = await balancesOf(db, account);
  expect([pence(before) - pence(balance), balance], words).toEqual([spent, available]);
  return [`planned ${ending.state}`];
}
