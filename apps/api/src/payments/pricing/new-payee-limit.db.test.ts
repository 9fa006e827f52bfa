import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  seedUser,
  setAccountSince,
  type TestUser,
  toMember,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import {
  fasterPaymentsRoute,
  inSession,
  type Order,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { principalFor } from '../../customers/customer/customer.ts';
import { updatePayee } from '../../payees/payee/payee.sql.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sendGbp } from '../domestic/send-domestic.ts';
import { initiatePaymentBatch } from '../initiation/initiation.ts';
import { cancelPayment } from '../payment/cancel-payment.ts';
import { findNewPayeeLimit } from './new-payee-limit.ts';
import { pricePayment } from './price.ts';

const { db } = await createDatabase();
await writeSettings(db, sql`insert into payment.new_payee_limit values ('GBP', 10000, 24, now() - interval '1 hour')`);
await writeSettings(db, sql`insert into pin.cooling_limit values ('GBP', 4000, now() - interval '1 hour')`);

let who: TestUser;
let session: string;
let account: BankAccount;
let payee: Payee;

beforeEach(async () => {
  who = await seedCustomer(db);
  session = await seedSession(db, who);
  account = await seedAccount(db, who, { balance: '1000.00' });
  payee = await seedPayee(db, who);
  await setAccountSince(db, payee.id, '23 hours');
});

const approved = async (amount: string, over: Partial<Order> = {}, to = payee) => {
  const order = await seedPaymentAuthorisation(
    db,
    who,
    toPaymentOrder(account, to, { amount, confirmDuplicate: true, ...over }),
    session,
  );
  const actor = inSession(who, session);
  return () => inTransaction(db, (tx, now) => sendGbp({ tx, now, actor, requestId: 'test' }, order));
};
const pay = async (...wanted: Parameters<typeof approved>) => (await approved(...wanted))();
const priced = async (over: { payeeUid?: string; executionDate?: string } = { payeeUid: payee.id }) =>
  (
    await asCustomer(db, who).run(pricePayment, {
      sourceBankholderId: account.bankholderId,
      amount: '1.00',
      currency: 'GBP',
      ...over,
    })
  ).limit.newPayeeLimit;
const until = (hours: number): Promise<string> =>
  db
    .selectFrom('payee.payee')
    .select('accountSetAt')
    .where('id', '=', payee.id)
    .executeTakeFirstOrThrow()
    .then(({ accountSetAt }) => new Date(accountSetAt.getTime() + hours * 3_600_000).toISOString());

describe('payment to a payee with a new account', () => {
  it('is limited in total on the first day', async () => {
    const { uid } = await pay('60.00');
    await pay('39.99');
    const { data, message } = await expectRefusal(db, 'limit_exceeded', await approved('0.02'));
    expect(data).toEqual({ limit: '100.00', used: '99.99', currency: 'GBP', resetsAt: await until(24) });
    expect(message).toMatch(
      /^Nothing was sent\. This payee is new: you can send them 0\.01 GBP more until .+ UK time\. Enter a smaller amount, or wait\.$/,
    );
    await pay('0.01');
    await asCustomer(db, who).run(cancelPayment, { id: uid, idempotency: v7() });
    await pay('60.00');
  });

  it('shows the limit with the price of this payee only', async () => {
    await pay('60.00');
    expect(await priced()).toEqual({ max: '100.00', remaining: '40.00', until: await until(24) });
    expect(await priced({})).toBeNull();
    const stranger = await seedPayee(db, await seedCustomer(db));
    await expectRefusal(db, 'not_found', () => priced({ payeeUid: stranger.id }));
  });

  it('does not affect the limit of another payee', async () => {
    await pay('100.00');
    const other = await seedPayee(db, who, ukDetails.northgate);
    await setAccountSince(db, other.id, '1 hour');
    await pay('100.00', {}, other);
    await expectRefusal(db, 'limit_exceeded', await approved('0.01', {}, other));
  });

  it('is unlimited a day later, also when scheduled for that day', async () => {
    const executionDate = dayAhead(3);
    expect(await priced({ payeeUid: payee.id, executionDate })).toBeNull();
    await pay('150.00', { executionDate });
    await setAccountSince(db, payee.id, '24 hours');
    expect(await priced()).toBeNull();
    await pay('150.00');
  });

  it('lasts exactly its hours, and counts what was sent within them', async () => {
    const { uid } = await pay('60.00');
    const made = Date.now();
    const [day, at] = [24 * 3_600_000, (ms: number) => new Date(ms)];
    await sql`update payment.payment set created_at = ${at(made)} where id = ${uid}`.execute(db);
    for (const [since, executesAt, sent] of [
      [made, made + day - 1, 6000n],
      [made, made + day, undefined],
      [made + 1, made + 1, 0n],
      [made - day + 1, made, 6000n],
      [made - day, made - 1, 0n],
    ] as const) {
      const limit = await inTransaction(db, (tx, now) =>
        findNewPayeeLimit(
          { tx, now },
          { id: payee.id, accountSince: at(since) },
          { userId: who.user.id, currency: 'GBP' },
          {
            executesAt: at(executesAt),
          },
        ),
      );
      expect(limit?.sent.minor).toBe(sent);
    }
  });

  it('restarts the limit with a new account, not with a new name', async () => {
    await setAccountSince(db, payee.id, '30 days');
    const change = (over: Partial<Payee>) =>
      inTransaction(db, (tx, at) =>
        updatePayee(tx, { id: payee.id, version: payee.version, userId: who.user.id, at }, { ...payee, ...over }),
      );
    await change({ name: 'Somchai P' });
    expect(await priced()).toBeNull();
    await change({ account: '202959 63748473' });
    expect(await priced()).toMatchObject({ remaining: '100.00' });
  });

  it('is lower for a day after the user has reset the password', async () => {
    const reset = (since: string, user = who) =>
      sql`insert into recovery.request (id, user_id, token_hash, expires_at, used_at)
        values (${v7()}, ${user.user.id}, sha256(${v7()}::text::bytea), now(), now() - ${since}::interval)`.execute(db);
    await reset('1 minute', { ...who, user: await seedUser(db, who.customer) });
    await reset('24 hours');
    expect(await priced()).toMatchObject({ max: '100.00' });
    await reset('23 hours 59 minutes');
    expect(await priced()).toEqual({ max: '40.00', remaining: '40.00', until: await until(24) });
    const { data } = await expectRefusal(db, 'limit_exceeded', await approved('40.01'));
    expect(data).toEqual({ limit: '40.00', used: '0.00', currency: 'GBP', resetsAt: await until(24) });
    await pay('40.00');
    await setAccountSince(db, payee.id, '24 hours');
    await pay('150.00');
  });

  it('is limited across rows of a bulk file', async () => {
    const orders = [60_00n, 50_00n, 40_00n].map((minor) => ({
      source: 'bulk_row' as const,
      rowId: v7(),
      kind: 'domestic' as const,
      route: 'direct' as const,
      ...fasterPaymentsRoute,
      sourceBankholderId: account.bankholderId,
      payeeUid: payee.id,
      payeeVersion: payee.version,
      amount: money('GBP', minor),
      reference: 'Wages',
      isPreApproved: false,
      maxFee: money('GBP', 50n),
      scheme: undefined,
      regulatoryInformation: {},
    }));
    const outcomes = await asSystem(db, async (ctx) => {
      const payer = await principalFor(ctx.tx, toMember(who));
      return payer ? initiatePaymentBatch(ctx, payer, orders) : [];
    });
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
