import { sql } from 'kysely';
import { expect } from 'vitest';
import { seedAccount } from '../fixtures/base.ts';
import { balancesOf } from '../fixtures/payment.ts';
import { day } from './clock.ts';
import { pence, type Scenario, type Simulation } from './simulation.ts';

export async function simulateIncomingCredit(world: Simulation): Promise<Scenario> {
  const { db, random, clock, bank, customer, label } = world;
  const account = await seedAccount(db, customer.who, { balance: '0.01' });
  const sums = Array.from({ length: random.between(1, 3) }, () => BigInt(random.between(1, 5000)));
  const references = sums.map((minor) => {
    const isKnown = random.chance(0.8);
    const accountNumber = isKnown ? (account.accountNumber ?? '') : '99999999';
    const credit = { minor, isKnown, reference: `IN${world.label.slice(5)}X${random.between(0, 2 ** 31)}` };
    clock.after(random.between(0, 2 * day), () => bank.credit({ ...credit, accountNumber }));
    return credit;
  });
  const judge = async (): Promise<string[]> => {
    const { rows } = await sql<{ reference: string; minor: bigint; isKnown: boolean }>`
      select rail_reference as reference, amount_minor as minor, account_id is not null as is_known
      from payment.incoming_credit where rail_reference = any(${references.map(({ reference }) => reference)})`.execute(
      db,
    );
    const byReference = (a: { reference: string }, b: { reference: string }) => (a.reference < b.reference ? -1 : 1);
    expect(rows.toSorted(byReference), label).toEqual(references.toSorted(byReference));
    const arrived = references.reduce((sum, { minor, isKnown }) => sum + (isKnown ? minor : 0n), 1n);
    const [balance, available] = await balancesOf(db, account);
    expect([pence(balance), available], label).toEqual([arrived, balance]);
    return references.map(({ isKnown }) => (isKnown ? 'incoming credited' : 'incoming parked'));
  };
  return { check: judge };
}
