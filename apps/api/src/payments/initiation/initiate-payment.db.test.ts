import { money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  toMember,
} from '../../../../../test/fixtures/base.ts';
import { balancesOf, fasterPaymentsRoute, inSession } from '../../../../../test/fixtures/payment.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { principalFor } from '../../customers/customer/customer.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { findPayment, transitionsOf } from '../payment/payment.sql.ts';
import { initiatePayment } from './initiate-payment.ts';
import { viewInitiatedPayment } from './initiated-payment.view.ts';
import type { StandingOrderPayment } from './payment-order.ts';

const { db } = await createDatabase();
let who: TestUser;
let account: BankAccount;
let payee: Payee;

beforeEach(async () => {
  who = await seedCustomer(db);
  account = await seedAccount(db, who, { balance: '50000.00' });
  payee = await seedPayee(db, who);
});

const orderOf = (over: Partial<StandingOrderPayment> = {}): StandingOrderPayment => ({
  source: 'standing_order',
  occurrenceId: v7(),
  kind: 'domestic',
  route: 'direct',
  ...fasterPaymentsRoute,
  sourceBankholderId: account.bankholderId,
  payeeUid: payee.id,
  payeeVersion: payee.version,
  amount: money('GBP', 25_00n),
  reference: 'Rent',
  isPreApproved: false,
  exchange: undefined,
  regulatoryInformation: {},
  ...over,
});

const make = (order: StandingOrderPayment) =>
  asSystem(db, async (ctx) => {
    const payer = await principalFor(ctx.tx, toMember(who));
    if (!payer) throw new Error('a given person can pay');
    return viewInitiatedPayment({ ...ctx, actor: inSession(who, '') }, await initiatePayment(ctx, payer, order));
  });

const stored = async (id: string) => {
  const row = await inTransaction(db, (tx) => findPayment(tx, id));
  if (!row) throw new Error('the payment is there');
  return row;
};

describe('payment created by a job', () => {
  it('takes the fee in force, holds both, and is ready for its rail', async () => {
    const made = await make(orderOf());
    expect(made).toMatchObject({ state: 'ready', kind: 'domestic', rail: 'faster-payments', fee: { amount: '0.50' } });
    expect(await balancesOf(db, account)).toEqual(['50000.00', '49974.50']);
  });

  it('is created once per source, even under concurrent retries', async () => {
    const order = orderOf();
    const uids = (await Promise.all(Array.from({ length: 8 }, () => make(order)))).map(({ uid }) => uid);
    expect(new Set([...uids, (await make(order)).uid]).size).toBe(1);
    expect(await balancesOf(db, account)).toEqual(['50000.00', '49974.50']);
  });

  it('skips the duplicate check: two runs are two payments', async () => {
    const [first, second] = [await make(orderOf()), await make(orderOf())];
    expect(first.uid).not.toBe(second.uid);
    expect(await balancesOf(db, account)).toEqual(['50000.00', '49949.00']);
  });

  it('stores payer and payee as of now, in the format of the rail', async () => {
    const row = await stored((await make(orderOf())).uid);
    expect(row).toMatchObject({
      source: 'standing_order',
      payeeAccount: { kind: 'uk', sortCode: payee.details.sortCode, accountNumber: payee.details.accountNumber },
      payerAccount: { kind: 'uk', sortCode: account.sortCode, accountNumber: account.accountNumber },
      payeeSummary: payee.summary,
    });
  });

  it('is refused for a removed user', async () => {
    await db.updateTable('customer.membership').set({ state: 'removed' }).where('userId', '=', who.user.id).execute();
    expect(await inTransaction(db, (tx) => principalFor(tx, toMember(who)))).toBeUndefined();
  });
});

describe('refusals leave nothing behind', () => {
  it('with insufficient funds', async () => {
    const poor = await seedAccount(db, who, { balance: '25.49' });
    await expectRefusal(db, 'insufficient_funds', () => make(orderOf({ sourceBankholderId: poor.bankholderId })));
  });

  it('when the service is off or unknown', async () => {
    await expectRefusal(db, 'service_off', () => make(orderOf({ serviceKey: 'payment.moon' })));
  });
});

describe('screening', () => {
  it('holds a payment above the threshold, names the required document, and sends nothing', async () => {
    const { uid, ...made } = await make(orderOf({ amount: money('GBP', 20_000_01n) }));
    expect(made).toMatchObject({
      state: 'in_review',
      owner: 'you',
      reasonCode: 'documents_needed',
      documents: { required: ['source_of_funds'], uploaded: [] },
      canCancel: true,
    });
    expect([made.nextStep, made.nextUpdateAt, made.deadlineAt]).not.toContain(null);
    const events = await db
      .selectFrom('platform.event')
      .select('topic')
      .where('payload', '@>', { paymentId: uid })
      .execute();
    expect(events).toEqual([{ topic: 'payment.waiting' }]);
    const life = await inTransaction(db, (tx) => transitionsOf(tx, [uid]));
    expect(life.map(({ state }) => state)).toEqual(['screening', 'in_review']);
    expect(await balancesOf(db, account)).toEqual(['50000.00', '29999.49']);
  });

  it('passes a payment below the threshold', async () => {
    expect(await make(orderOf({ amount: money('GBP', 20_000_00n) }))).toMatchObject({ state: 'ready' });
  });
});
