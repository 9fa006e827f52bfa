import type { PaymentState } from '@larkmere/contract/payments/payment';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createDatabase, seedAccount, seedCustomer, seedPayee } from '../../../../../test/fixtures/base.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { canTransition, statesOf } from '../../platform/lifecycle/lifecycle.ts';
import { paymentLifecycle } from './payment-lifecycle.ts';

const { db } = await createDatabase();
let seedPayment: (state: PaymentState) => Promise<string>;

beforeAll(async () => {
  const who = await seedCustomer(db);
  const [account, payee] = [await seedAccount(db, who), await seedPayee(db, who)];
  seedPayment = (state) => seedPaymentRow(db, who, account, payee, { state });
});

const paymentStates = statesOf(paymentLifecycle);

test('the database accepts exactly the transitions of the table', async () => {
  for (const from of paymentStates)
    for (const to of paymentStates.filter((state) => state !== from)) {
      const id = await seedPayment(from);
      const step = sql`update payment.payment set state = ${to},
        next_attempt_at = case when ${['scheduled', 'awaiting_funds'].includes(to)} then now() end,
        status_conflict_at = case when ${from === 'in_review' && to === 'sent'} then now() end where id = ${id}`
        .execute(db)
        .then(
          () => 'taken',
          ({ constraint }) => constraint,
        );
      expect([from, to, await step]).toEqual([
        from,
        to,
        canTransition(paymentLifecycle, from, to) ? 'taken' : 'state_transition',
      ]);
    }
});

const enter = (id: string, seq: number, state: string) =>
  db.insertInto('payment.transition').values({ paymentId: id, seq, state }).execute();

test('stored transitions accept no jump', async () => {
  const id = await seedPayment('ready');
  await enter(id, 1, 'screening');
  await expect(enter(id, 2, 'sent')).rejects.toMatchObject({ constraint: 'transition_next_state' });
  await expect(enter(id, 3, 'ready')).rejects.toMatchObject({ constraint: 'transition_next_state' });
  await enter(id, 2, 'ready');
});
