import { add, formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { requireWithinLimits } from '../../payments/pricing/limits.ts';
import { calculatePrice } from '../../payments/pricing/price.ts';
import { kycDeadlines } from './process-deadlines.ts';

const { db } = await createDatabase();
const perPayment = money('GBP', 100_000n);
const perDay = money('GBP', 200_000n);
const penny = money('GBP', 1n);
const route = { rail: 'faster-payments', serviceKey: 'payment.gbp' } as const;

const check = (who: TestUser, amount: typeof perPayment) =>
  asCustomer(db, who).inside(async (ctx) => requireWithinLimits(await calculatePrice(ctx, ctx.actor, route, amount)));

const seedConditional = () => seedCustomer(db, { kycStatus: 'approved_conditional' });

async function createSpender() {
  const who = await seedConditional();
  const account = await seedAccount(db, who);
  const payee = await seedPayee(db, who);
  const spend = async (amount: string, rail: string): Promise<void> => {
    const id = await seedPaymentRow(db, who, account, payee, { amount });
    await sql`update payment.payment set rail = ${rail} where id = ${id}`.execute(db);
  };
  return { who, spend };
}

describe('limits of an approval with conditions', () => {
  it('allow exactly the most for one payment and not a penny more', async () => {
    const who = await seedConditional();
    await check(who, perPayment);
    const { data } = await expectRefusal(db, 'limit_exceeded', () => check(who, add(perPayment, penny)));
    expect(data).toMatchObject({ limit: formatAmount(perPayment), currency: 'GBP' });
    await check(await seedCustomer(db), add(perPayment, penny));
  });

  it('allow exactly the most of a day and not a penny more, over all rails', async () => {
    const { who, spend } = await createSpender();
    await spend('600.00', 'faster-payments');
    await spend('700.00', 'swift');
    const left = money('GBP', perDay.minor - 130_000n);
    await check(who, left);
    await expectRefusal(db, 'limit_exceeded', () => check(who, add(left, penny)));
  });

  it('exist for every currency that can be sent', async () => {
    const { rows } = await sql<{ currency: string }>`
      select currency from payment.limit_rule except select currency from kyc.conditional_limit`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('a payment', () => {
  it.each(['not_started', 'in_progress', 'pending', 'in_review', 'action_required', 'rejected', 'expired'] as const)(
    'is refused while the identity check is %s, also without a person at the page',
    async (kycStatus) => {
      const who = await seedCustomer(db, { kycStatus });
      await expectRefusal(db, 'kyc_required', () => check(who, penny));
    },
  );

  it('is refused from the second in which the conditions are due', async () => {
    const who = await seedConditional();
    const setDue = (interval: string) =>
      sql`update kyc.application set due_by = now() + ${interval}::interval where customer_id = ${who.customer.id}`.execute(
        db,
      );
    await setDue('1 second');
    await runJob(db, kycDeadlines);
    await check(who, penny);
    await setDue('0 seconds');
    await runJob(db, kycDeadlines);
    await expectRefusal(db, 'kyc_required', () => check(who, penny));
  });
});
