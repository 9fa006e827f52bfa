import { money } from '@larkmere/money/money';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import {
  asSystem,
  type Given,
  givenAccount,
  givenCustomer,
  givenDatabase,
  givenPayee,
} from '../../../../test/given.ts';
import { standingOf } from '../../../../test/given-payment.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { insertFreeTrade } from './free-trade.sql.ts';
import { makePayment, makePayments, type PaymentOrder, payerOf } from './payment.ts';
import { fasterPayments } from './way.ts';

const { db } = await givenDatabase();

type Wanted = Readonly<{ amount: bigint; fee?: bigint; stranger?: boolean }>;

async function givenPayer(balance: string, free: number) {
  const who = await givenCustomer(db);
  const account = await givenAccount(db, who, { balance });
  const payee = await givenPayee(db, who);
  for (let n = 0; n < free; n += 1)
    await inTransaction(db, (tx) => insertFreeTrade(tx, { id: v7(), customer_id: who.customer.id, source: 'signup' }));
  const orderOf = ({ amount, fee, stranger }: Wanted): PaymentOrder => ({
    kind: 'domestic',
    ...fasterPayments,
    sourceBankholderId: account.bankholderId,
    payeeUid: stranger ? v7() : payee.id,
    payeeVersion: payee.version,
    amount: money('GBP', amount),
    ...(fee !== undefined && { mostFee: money('GBP', fee) }),
    reference: 'Wages',
    source: { kind: 'bulk', id: v7() },
  });
  return { who, account, orderOf };
}

const asPayer = <T>(who: Given, work: (ctx: never, payer: never) => Promise<T>): Promise<T> =>
  asSystem(db, async (ctx) => work(ctx as never, (await payerOf(ctx.tx, who.person.id)) as never));
const many = (who: Given, orders: readonly PaymentOrder[]) =>
  asPayer(who, (ctx, payer) => makePayments(ctx, payer, orders));
const wordOf = (outcome: PromiseSettledResult<unknown>): string =>
  outcome.status === 'fulfilled' ? 'made' : (outcome.reason as Refusal).code;
const madeFor = ({ customer }: Given) =>
  db
    .selectFrom('payment.payment')
    .select(['amount_minor', 'fee_minor', 'state'])
    .where('customer_id', '=', customer.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

it('a batch gives the same result as single payments: money, limits and fee waivers', async () => {
  const wanted = fc.record({
    amount: fc.oneof(fc.bigInt(1n, 30_00n), fc.constantFrom(2_500_000n, 2_500_001n, 1_200_000n)),
    fee: fc.constantFrom(0n, 50n, 80n),
  });
  const orders: fc.Arbitrary<Wanted[]> = fc.array(
    fc.oneof<[fc.Arbitrary<Wanted>, fc.Arbitrary<Wanted>]>(wanted, fc.constant({ amount: 5n, stranger: true })),
    {
      minLength: 1,
      maxLength: 14,
    },
  );
  await fc.assert(
    fc.asyncProperty(orders, fc.constantFrom('20.00', '60.00', '60000.00'), fc.nat(3), async (list, balance, free) => {
      const [together, alone] = [await givenPayer(balance, free), await givenPayer(balance, free)];
      const outcomes = await many(together.who, list.map(together.orderOf));
      const expected: PromiseSettledResult<unknown>[] = [];
      for (const each of list)
        expected.push(
          ...(await Promise.allSettled([
            asPayer(alone.who, (ctx, payer) => makePayment(ctx, payer, alone.orderOf(each))),
          ])),
        );
      expect(outcomes.map(wordOf)).toEqual(expected.map(wordOf));
      expect(await standingOf(db, together.account)).toEqual(await standingOf(db, alone.account));
      expect(await madeFor(together.who)).toEqual(await madeFor(alone.who));
    }),
    {
      numRuns: 12,
      examples: [
        [[{ amount: 2_500_000n }, { amount: 2_499_999n }, { amount: 2n }, { amount: 1n }], '60000.00', 0],
        [
          [
            { amount: 5_00n, fee: 0n },
            { amount: 5_00n, fee: 0n },
            { amount: 5_00n, fee: 0n },
          ],
          '20.00',
          2,
        ],
        [[{ amount: 19_00n }, { amount: 1_00n }, { amount: 50n }], '20.00', 0],
      ],
    },
  );
});

it('a retried batch returns the existing payments', async () => {
  const { who, account, orderOf } = await givenPayer('100.00', 1);
  const orders = [orderOf({ amount: 10_00n }), orderOf({ amount: 500_00n }), orderOf({ amount: 20_00n, fee: 50n })];
  const first = await many(who, orders);
  expect(first.map(wordOf)).toEqual(['made', 'insufficient_funds', 'made']);
  const again = await many(who, orders);
  expect([again[0], again[2]]).toEqual([first[0], first[2]]);
  expect(await standingOf(db, account)).toEqual(['100.00', '69.50']);
});
