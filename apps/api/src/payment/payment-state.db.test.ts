import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { givenAccount, givenCustomer, givenDatabase, givenPayee } from '../../../../test/given.ts';
import { givenPaymentRow } from '../../../../test/given-payment.ts';
import { nextStates, paymentStates } from './payment-state.ts';

const { db } = await givenDatabase();
let given: (state: string) => Promise<string>;

beforeAll(async () => {
  const who = await givenCustomer(db);
  const [account, payee] = [await givenAccount(db, who), await givenPayee(db, who)];
  given = (state) => givenPaymentRow(db, who, account, payee, { state });
});

test('the database has the same transitions as the code', async () => {
  const rows = await db.selectFrom('payment.next_state').selectAll().execute();
  const ours = paymentStates.flatMap((from) => nextStates[from].map((to) => `${from} ${to}`));
  expect(rows.map((row) => `${row.from_state} ${row.to_state}`).toSorted()).toEqual(ours.toSorted());
});

test('the database accepts exactly the transitions of the table', async () => {
  for (const from of paymentStates)
    for (const to of paymentStates.filter((state) => state !== from)) {
      const id = await given(from);
      const step = sql`update payment.payment set state = ${to},
        try_at = case when ${['scheduled', 'awaiting_funds'].includes(to)} then now() end,
        contradicted_at = case when ${from === 'in_review' && to === 'sent'} then now() end where id = ${id}`
        .execute(db)
        .then(
          () => 'taken',
          ({ constraint }) => constraint,
        );
      expect([from, to, await step]).toEqual([
        from,
        to,
        nextStates[from].includes(to) ? 'taken' : 'payment_next_state',
      ]);
    }
});

const enter = (id: string, seq: number, state: string) =>
  db.insertInto('payment.transition').values({ payment_id: id, seq, state }).execute();

test('stored transitions accept no jump', async () => {
  const id = await given('ready');
  await enter(id, 1, 'screening');
  await expect(enter(id, 2, 'sent')).rejects.toMatchObject({ constraint: 'transition_next_state' });
  await expect(enter(id, 3, 'ready')).rejects.toMatchObject({ constraint: 'transition_next_state' });
  await enter(id, 2, 'ready');
});
