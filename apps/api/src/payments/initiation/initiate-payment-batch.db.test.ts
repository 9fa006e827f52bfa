import { money } from '@larkmere/money/money';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import {
  asSystem,
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  toMember,
} from '../../../../../test/fixtures/base.ts';
import { balancesOf, fasterPaymentsRoute, insertFeeWaiver } from '../../../../../test/fixtures/payment.ts';
import { principalFor } from '../../customers/customer/customer.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Refusal } from '../../platform/requests/refusal.ts';
import { initiatePayment, initiatePaymentBatch } from './initiate-payment.ts';
import type { BulkRowPayment } from './payment-order.ts';

const { db } = await createDatabase();

type OrderRow = Readonly<{ amount: bigint; fee?: bigint; stranger?: boolean }>;

async function seedPayer(balance: string, free: number) {
  const who = await seedCustomer(db);
  const account = await seedAccount(db, who, { balance });
  const payee = await seedPayee(db, who);
  for (let n = 0; n < free; n += 1)
    await inTransaction(db, (tx) => insertFeeWaiver(tx, { id: v7(), customerId: who.customer.id, source: 'signup' }));
  const orderOf = ({ amount, fee = 80n, stranger }: OrderRow): BulkRowPayment => ({
    source: 'bulk_row',
    rowId: v7(),
    kind: 'domestic',
    route: 'direct',
    ...fasterPaymentsRoute,
    sourceBankholderId: account.bankholderId,
    payeeUid: stranger ? v7() : payee.id,
    payeeVersion: payee.version,
    amount: money('GBP', amount),
    maxFee: money('GBP', fee),
    reference: 'Wages',
    isPreApproved: false,
    scheme: undefined,
    regulatoryInformation: {},
  });
  return { who, account, orderOf };
}

const asPayer = <T>(who: TestUser, work: (ctx: never, payer: never) => Promise<T>): Promise<T> =>
  asSystem(db, async (ctx) => work(ctx as never, (await principalFor(ctx.tx, toMember(who))) as never));
const many = (who: TestUser, orders: readonly BulkRowPayment[]) =>
  asPayer(who, (ctx, payer) => initiatePaymentBatch(ctx, payer, orders));
const outcomeOf = (outcome: PromiseSettledResult<unknown>): string =>
  outcome.status === 'fulfilled' ? 'made' : (outcome.reason as Refusal).code;
const createdFor = ({ customer }: TestUser) =>
  db
    .selectFrom('payment.payment')
    .select(['amountMinor', 'feeMinor', 'state'])
    .where('customerId', '=', customer.id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

it('a batch gives the same result as single payments: money, limits and fee waivers', async () => {
  const wanted = fc.record({
    amount: fc.oneof(fc.bigInt(1n, 30_00n), fc.constantFrom(2_500_000n, 2_500_001n, 1_200_000n)),
    fee: fc.constantFrom(0n, 50n, 80n),
  });
  const orders: fc.Arbitrary<OrderRow[]> = fc.array(
    fc.oneof<[fc.Arbitrary<OrderRow>, fc.Arbitrary<OrderRow>]>(wanted, fc.constant({ amount: 5n, stranger: true })),
    {
      minLength: 1,
      maxLength: 14,
    },
  );
  await fc.assert(
    fc.asyncProperty(orders, fc.constantFrom('20.00', '60.00', '60000.00'), fc.nat(3), async (list, balance, free) => {
      const [together, alone] = [await seedPayer(balance, free), await seedPayer(balance, free)];
      const outcomes = await many(together.who, list.map(together.orderOf));
      const expected: PromiseSettledResult<unknown>[] = [];
      for (const each of list)
        expected.push(
          ...(await Promise.allSettled([
            asPayer(alone.who, (ctx, payer) => initiatePayment(ctx, payer, alone.orderOf(each))),
          ])),
        );
      expect(outcomes.map(outcomeOf)).toEqual(expected.map(outcomeOf));
      expect(await balancesOf(db, together.account)).toEqual(await balancesOf(db, alone.account));
      expect(await createdFor(together.who)).toEqual(await createdFor(alone.who));
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
  const { who, account, orderOf } = await seedPayer('100.00', 1);
  const orders = [orderOf({ amount: 10_00n }), orderOf({ amount: 500_00n }), orderOf({ amount: 20_00n, fee: 50n })];
  const first = await many(who, orders);
  expect(first.map(outcomeOf)).toEqual(['made', 'insufficient_funds', 'made']);
  const again = await many(who, orders);
  expect([again[0], again[2]]).toEqual([first[0], first[2]]);
  expect(await balancesOf(db, account)).toEqual(['100.00', '69.50']);
});
