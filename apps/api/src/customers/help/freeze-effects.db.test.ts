import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTrader, runAutoFxAtRate, termsFor } from '../../../../../test/fixtures/auto-fx.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { asRail } from '../../../../../test/fixtures/card-issuer.ts';
import { authorisationOf, seedPayingCard } from '../../../../../test/fixtures/card-payment.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import {
  inSession,
  type Order,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { makeScheduledDue, paymentInspector, runScheduledAt } from '../../../../../test/fixtures/scheduled-payment.ts';
import {
  clockAt,
  createStandingOrderUser,
  runStandingOrdersAt,
  standingOrderTerms,
} from '../../../../../test/fixtures/standing-order.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { authoriseCardPayment } from '../../cards/card-payment/authorise.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { sendGbp } from '../../payments/domestic/send-domestic.ts';
import { dispatchPayment, releasePayments } from '../../payments/execution/dispatch-payment.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { changeAccountStatus } from '../customer/customer.ts';
import { freezeAccount, showFreeze } from './freeze-account.ts';

const { db } = await createDatabase();
const { path, reasonOf } = paymentInspector(db);

let who: TestUser;
let account: BankAccount;
let payee: Payee;
let session: string;

beforeEach(async () => {
  await setMarket(db, 'open');
  await seedRates(db);
  who = await seedCustomer(db);
  account = await seedAccount(db, who, { balance: '1000.00' });
  payee = await seedPayee(db, who);
  session = await seedSession(db, who);
});

const freeze = () => asCustomer(db, who).run(freezeAccount, { idempotency: v7() });
const unfreeze = () =>
  asCustomer(db, who).inside((ctx) =>
    changeAccountStatus(ctx, who.customer.id, { status: 'active', reasonCode: 'unfrozen_by_customer' }),
  );
async function send(over: Partial<Order> = {}): Promise<string> {
  const order = await seedPaymentAuthorisation(db, who, toPaymentOrder(account, payee, over), session);
  const sent = await inTransaction(db, (tx, now) =>
    sendGbp({ tx, now, actor: inSession(who, session), requestId: 'test' }, order),
  );
  return sent.uid;
}

describe('while the account is frozen', () => {
  it('cards decline, and work afterwards', async () => {
    const card = await seedPayingCard(db, who, account);
    const pay = async () =>
      (await asRail(db, (ctx) => authoriseCardPayment(ctx, authorisationOf(card, '5.00')))).decision;
    expect(await pay()).toBe('approved');
    await freeze();
    expect(await pay()).toBe('declined');
    await unfreeze();
    expect(await pay()).toBe('approved');
  });

  it('nothing new is sent', async () => {
    const order = await seedPaymentAuthorisation(db, who, toPaymentOrder(account, payee), session);
    await freeze();
    const frozen = { ...inSession(who, session), accountStatus: 'restricted' } as const;
    await expectRefusal(db, 'account_restricted', () =>
      inTransaction(db, (tx, now) => sendGbp({ tx, now, actor: frozen, requestId: 'test' }, order)),
    );
  });

  it('scheduled payments wait for the end, and go out then', async () => {
    const uid = await send({ executionDate: dayAhead(5) });
    await makeScheduledDue(db, uid);
    await freeze();
    expect(await runScheduledAt(db)).toBe(0);
    expect(await path(uid)).toEqual(['scheduled']);
    await unfreeze();
    await runScheduledAt(db);
    expect(await path(uid)).toEqual(['scheduled', 'screening', 'ready']);
  });

  it('standing orders wait for the end, and go out then', async () => {
    const clock = clockAt('2026-11-24T09:00:00Z');
    const me = await createStandingOrderUser(db, who, clock);
    const { uid } = await me.create(standingOrderTerms(account, payee));
    clock.now = new Date('2026-12-01T12:00:00Z');
    const states = async () => {
      const { rows } = await sql<{ state: string }>`
        select state from standing_order.occurrence where order_id = ${uid} order by number`.execute(db);
      return rows.map(({ state }) => state);
    };
    await freeze();
    await runStandingOrdersAt(db, clock);
    expect(await states()).toEqual(['due']);
    await unfreeze();
    await runStandingOrdersAt(db, clock);
    expect(await states()).toEqual(['paid', 'upcoming']);
  });

  it('Auto FX orders neither fill nor fail', async () => {
    const baht = await seedAccount(db, who, { currency: 'THB' });
    const me = await createTrader(db, who);
    const { uid } = await me.place(termsFor({ source: account, target: baht }));
    await freeze();
    await runAutoFxAtRate(db, '40.000');
    const stateOf = async () =>
      (await db.selectFrom('auto_fx.auto_order').select('state').where('id', '=', uid).executeTakeFirst())?.state;
    expect(await stateOf()).toBe('active');
    await unfreeze();
    await runAutoFxAtRate(db, '40.001');
    expect(await stateOf()).toBe('filled');
  });

  it('a payment that no bank has yet stays with us, and one that a bank has goes on', async () => {
    const uid = await send();
    await sql`update payment.payment set state = 'submitted' where id = ${await send({ amount: '7.00' })}`.execute(db);
    await freeze();
    const work = { batchedTransaction: (run: never) => asSystem(db, run) } as never;
    const bank = {
      admit: () => expect.fail('the bank is asked'),
      compose: () => expect.fail('it is composed'),
    } as never;
    await dispatchPayment(bank)(work, { eventId: 1n, payload: { paymentId: uid, attempt: 1 } } as never);
    expect(await path(uid)).toEqual(['screening', 'ready']);
    expect((await reasonOf(uid))[0]).toBe('account_frozen');
    await sql`update payment.payment set not_before = now() - interval '1 minute' where id = ${uid}`.execute(db);
    expect(await releasePayments(db)).toBe(0);
    expect(await asCustomer(db, who).run(showFreeze, {})).toMatchObject({ stopped: { payments: 1 }, withBank: 1 });
    await unfreeze();
    expect(await releasePayments(db)).toBe(1);
    expect(await reasonOf(uid)).toEqual([null, null]);
  });

  it('counts only what the person may see', async () => {
    await send({ executionDate: dayAhead(5) });
    await freeze();
    const blind = { ...who, user: { ...who.user, access: ['dashboard'] as const } };
    expect(await asCustomer(db, blind).run(showFreeze, {})).toMatchObject({
      canUnfreeze: false,
      stopped: { cards: 0, payments: 0, standingOrders: 0, autoFxOrders: 0 },
    });
  });
});
