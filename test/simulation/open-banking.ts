import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { BankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import { matchCredit } from '../../apps/api/src/payments/open-banking/apply-bank-status.ts';
import { handleCallback } from '../../apps/api/src/payments/open-banking/handle-callback.ts';
import { openBankingTimeouts } from '../../apps/api/src/payments/open-banking/process-timeouts.ts';
import { startPayment } from '../../apps/api/src/payments/open-banking/start-payment.ts';
import { Refusal } from '../../apps/api/src/platform/requests/refusal.ts';
import type { CustomerActor, WorkflowContext } from '../../apps/api/src/platform/requests/verb.ts';
import { seedAccount } from '../fixtures/base.ts';
import { balancesOf, inSession } from '../fixtures/payment.ts';
import { day, hour, minute, second } from './clock.ts';
import { type OtherBankRun, simulatedOtherBank } from './other-bank.ts';
import { pence, type Scenario, type Simulation, silent, transactionOf, unlessKilled } from './simulation.ts';

const before = '1.00';

/**
 * A customer pays in from another bank with two clicks at once. The redirect returns approved, refused, twice, late
 * or never; our process dies at times, and credit notifications arrive late and twice.
 */
export async function simulateOpenBankingPayment(world: Simulation): Promise<Scenario> {
  const { db, random, clock, customer } = world;
  const account = await seedAccount(db, customer.who, { balance: before });
  const other = simulatedOtherBank(world, account.accountNumber ?? '');
  const { openBanking } = other;
  const minor = BigInt(random.between(200, 9000));
  const wish = {
    aspspId: 'heron',
    amount: `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`,
    currency: 'GBP' as const,
    destinationBankholderId: account.bankholderId,
    reference: 'Rainy days',
    device: 'web' as const,
    idempotency: randomUUID(),
  };
  for (let clicks = 0; clicks < 2; clicks += 1)
    await ignoreRefusal(startPayment(openBanking)(workflowContextOf(world), wish));
  const comeBack = async (uid: string): Promise<void> => {
    const isYes = random.chance(0.85);
    if (!isYes) other.refuse();
    const said = {
      state: `state of ${uid}`,
      iss: 'https://bank.example',
      ...(isYes ? { code: 'one' } : { error: 'no' }),
    };
    const come = () => ignoreRefusal(handleCallback(openBanking)(workflowContextOf(world), said));
    await Promise.all([come(), come()]);
  };
  const uid = (await paymentOf(world, account))?.id;
  if (uid && random.chance(0.85)) clock.after(random.between(second, 16 * minute), () => comeBack(uid));
  const looks = [minute, 5 * minute, 16 * minute, hour, day, 3 * day, 7 * day, 9 * day, 30 * day];
  for (const wait of looks) clock.after(wait, () => runWorkers(world, account, other, wait / second));
  return { check: () => checkOpenBankingPayment(world, account, other, minor) };
}

async function ignoreRefusal(attempt: Promise<unknown>): Promise<void> {
  await attempt.catch((error: unknown) => (error instanceof Refusal ? undefined : unlessKilled(error)));
}

function workflowContextOf(world: Simulation): WorkflowContext<CustomerActor> {
  const actor = inSession(world.customer.who, world.customer.session);
  const transaction = transactionOf(world);
  return {
    actor,
    requestId: 'test',
    caller: {} as never,
    headers: { set: () => {} },
    transaction: (work) => transaction((ctx) => work({ ...ctx, actor })),
  };
}

async function runWorkers(
  world: Simulation,
  account: BankAccount,
  { openBanking }: OtherBankRun,
  ago: number,
): Promise<void> {
  const { db } = world;
  await sql`update instant_payment.payment set next_poll_at = case when next_poll_at is not null then now() end,
      returned_at = case when returned_at is not null then now() - ${ago} * interval '1 second' end,
      expires_at = case when ${ago} > 900 then least(expires_at, now()) else expires_at end
    where bankholder_id = ${account.bankholderId}`.execute(db);
  const timeouts = openBankingTimeouts(openBanking);
  await Promise.all([timeouts.run(db, silent), timeouts.run(db, silent)]);
  await deliverCredits(world, account);
}

async function deliverCredits(world: Simulation, account: BankAccount): Promise<void> {
  const { rows } = await sql<{ id: bigint; payload: never }>`select id, payload from platform.event
    where topic = 'credit.received' and payload->>'bankholderId' = ${account.bankholderId} order by id`.execute(
    world.db,
  );
  const transaction = transactionOf(world);
  for (const { id: eventId, payload } of rows)
    await transaction((ctx) => matchCredit(ctx, { eventId, payload })).catch(unlessKilled);
}

type Row = Readonly<{ id: string; state: string; incoming: bigint | null; path: string[] }>;

const paymentOf = async ({ db }: Simulation, { bankholderId }: BankAccount): Promise<Row | undefined> =>
  (
    await sql<Row>`select p.id, p.state, i.amount_minor as incoming,
        (select array_agg(t.state order by t.seq) from instant_payment.transition t where t.payment_id = p.id) as path
      from instant_payment.payment p left join payment.incoming_credit i on i.id = p.incoming_id
      where p.bankholder_id = ${bankholderId}`.execute(db)
  ).rows[0];

async function checkOpenBankingPayment(
  world: Simulation,
  account: BankAccount,
  other: OtherBankRun,
  minor: bigint,
): Promise<string[]> {
  for (let times = 0; times < 5; times += 1) await deliverCredits(world, account);
  const [balance, available] = await balancesOf(world.db, account);
  const payment = await paymentOf(world, account);
  const words = `${world.label}: brought in ${payment?.path.join(' → ')}; arrived ${other.arrived.join(', ')}`;
  const came = other.arrived.reduce((sum, each) => sum + each, 0n);
  expect([pence(balance) - pence(before), available], words).toEqual([came, balance]);
  expect(other.paymentCount(), words).toBeLessThanOrEqual(1);
  if (!payment) return ['brought nothing'];
  const { state, incoming, path } = payment;
  const isCredited = other.arrived.includes(minor);
  expect([state === 'credited', incoming], words).toEqual([isCredited, isCredited ? minor : null]);
  expect(['credited', 'rejected', 'cancelled', 'expired', 'unknown'], words).toContain(state);
  expect(path.filter((each) => each === 'credited').length, words).toBe(isCredited ? 1 : 0);
  return [`brought ${state}`];
}
