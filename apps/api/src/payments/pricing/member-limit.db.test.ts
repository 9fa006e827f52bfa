import type { Role } from '@larkmere/contract/platform/access';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { approveAs, seedApprovalRule, seedColleague } from '../../../../../test/fixtures/approval.ts';
import { createTrader, runAutoFxAtRate, termsFor } from '../../../../../test/fixtures/auto-fx.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  restrict,
  runJob,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  toMember,
  type UkPayee,
} from '../../../../../test/fixtures/base.ts';
import { releaseFileAs, seedBulkFile } from '../../../../../test/fixtures/bulk-payment.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import {
  inSession,
  seedPaymentAuthorisation,
  seedPaymentRow,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { quietDay, seedRates } from '../../../../../test/fixtures/rates.ts';
import {
  createStandingOrderUser,
  runStandingOrdersAt,
  standingOrderTerms,
} from '../../../../../test/fixtures/standing-order.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { principalFor } from '../../customers/customer/customer.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sendGbp } from '../domestic/send-domestic.ts';
import { initiatePayment } from '../initiation/initiation.ts';
import { scheduledPaymentJob } from '../scheduled/run-scheduled-payments.ts';
import { selectSentByMember } from './member-limit.read.ts';
import { pricePayment } from './price.ts';

const { db } = await createDatabase();

let owner: TestUser;
let account: BankAccount;
let payee: UkPayee;
beforeEach(async () => {
  owner = await seedCustomer(db, { business: true, allowedTrade: true });
  account = await seedAccount(db, owner, { balance: '100000.00' });
  payee = await seedPayee(db, owner);
});

type Limits = Parameters<typeof restrict>[2];
const seedMember = async (limits: Limits, role: Role = 'payer') =>
  restrict(db, await seedColleague(db, owner, role), limits);

async function orderOf(who: TestUser, amount: string, over: Parameters<typeof toPaymentOrder>[2] = {}) {
  const session = await seedSession(db, who);
  const wanted = toPaymentOrder(account, payee, { amount, confirmDuplicate: true, ...over });
  const order = await seedPaymentAuthorisation(db, who, wanted, session);
  return () =>
    inTransaction(db, (tx, now) => sendGbp({ tx, now, actor: inSession(who, session), requestId: 'test' }, order));
}
const pay = async (who: TestUser, amount: string, over?: Parameters<typeof toPaymentOrder>[2]) =>
  (await orderOf(who, amount, over))();

const tomorrow = () => dayAhead(1);

describe('the limit of a member per payment', () => {
  test('allows exactly its amount, and says whose limit refuses a penny more', async () => {
    const member = await seedMember({ perPayment: '100.00' });
    await pay(member, '100.00');
    const { message, data } = await expectRefusal(db, 'limit_exceeded', await orderOf(member, '100.01'));
    expect(message).toBe(
      'Nothing was sent. An account owner allows you up to 100.00 GBP a payment. Enter a smaller amount, or ask an owner to raise it.',
    );
    expect(data).toEqual({ limit: '100.00', currency: 'GBP', used: null, resetsAt: null });
    await pay(owner, '100.01');
  });

  test('counts another currency at mid, rounded up', async () => {
    await seedRates(db, { ...quietDay, GBP: '0.8000' });
    const member = await seedMember({ currency: 'EUR', perPayment: '125.00' });
    await pay(member, '100.00');
    const { message } = await expectRefusal(db, 'limit_exceeded', await orderOf(member, '100.01'));
    expect(message).toContain('This payment counts as 125.02 EUR at the mid-market rate.');
  });

  test('refuses what cannot be compared, without sending it', async () => {
    const member = await seedMember({ currency: 'NZD', perPayment: '125.00' });
    await expectRefusal(db, 'rate_unavailable', await orderOf(member, '1.00'));
  });
});

describe('the limit of a member per day', () => {
  test('allows exactly the rest of the day, and a penny more to nobody else but this member', async () => {
    const member = await seedMember({ daily: '150.00' });
    await pay(member, '100.00');
    const { message, data } = await expectRefusal(db, 'limit_exceeded', await orderOf(member, '50.01'));
    expect(message).toMatch(
      /^Nothing was sent\. You can send 50\.00 GBP more today: you’ve used 100\.00 GBP of the 150\.00 GBP a day that an account owner allows you\. Ask an owner to raise it, or wait until \w{3} \d+ \w+ \d{4}, 00:00 UK time\.$/,
    );
    expect(data).toMatchObject({ limit: '150.00', currency: 'GBP', used: '100.00' });
    await pay(member, '50.00');
    await expectRefusal(db, 'limit_exceeded', await orderOf(member, '1.00'));
    await pay(await seedMember({ daily: '150.00' }), '150.00');
    await pay(owner, '500.00');
  });

  test('adds up currencies at mid', async () => {
    await seedRates(db, { ...quietDay, GBP: '0.8000' });
    const euros = await seedAccount(db, owner, { currency: 'EUR' });
    const member = await seedMember({ daily: '150.00' });
    await seedPaymentRow(db, member, euros, payee, { amount: '125.00', createdAt: new Date() });
    await expectRefusal(db, 'limit_exceeded', await orderOf(member, '50.01'));
    await pay(member, '50.00');
  });

  test('is not exceeded by payments at the same time', async () => {
    const member = await seedMember({ daily: '100.00' });
    const sends = await Promise.all(Array.from({ length: 8 }, () => orderOf(member, '30.00')));
    const outcomes = await Promise.allSettled(sends.map((send) => send()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  test('is shown with the price before anything is sent', async () => {
    const member = await seedMember({ perPayment: '80.00', daily: '150.00' });
    await pay(member, '60.00');
    const { limit } = await asCustomer(db, member).run(pricePayment, {
      sourceBankholderId: account.bankholderId,
      amount: '70.00',
      currency: 'GBP',
    });
    expect(limit.member).toMatchObject({
      currency: 'GBP',
      amount: '70.00',
      perPayment: '80.00',
      perDay: '150.00',
      used: '60.00',
      remainingToday: '90.00',
    });
  });

  test.each([
    ['2026-01-15T00:00:00Z', '2026-01-16T00:00:00Z'],
    ['2026-03-29T00:00:00Z', '2026-03-29T23:00:00Z'],
    ['2026-07-14T23:00:00Z', '2026-07-15T23:00:00Z'],
    ['2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z'],
  ])('is a London day: from %s to %s', async (begins, ends) => {
    const [first, last] = [new Date(begins), new Date(Date.parse(ends) - 1)];
    const moments = [new Date(first.getTime() - 1), first, last, new Date(ends)];
    for (const [i, at] of moments.entries()) {
      await seedPaymentRow(db, owner, account, payee, { amount: `${2 ** i}.00`, createdAt: at });
      await seedPaymentRow(db, owner, account, payee, { amount: `${2 ** i}0.00`, executeAt: at });
    }
    for (const executesAt of [first, last]) {
      const asked = { ...toMember(owner), executesAt, excludedPaymentId: null };
      const { sent, dayEnds } = await inTransaction(db, (tx) => selectSentByMember(tx, asked));
      expect([sent, dayEnds]).toEqual([[{ currency: 'GBP', minor: 66_00n }], new Date(ends)]);
    }
  });
});

describe('the limit of a member holds', () => {
  test('for a scheduled payment on its day, which counts before it leaves', async () => {
    const member = await seedMember({ daily: '100.00' });
    await pay(member, '60.00', { executionDate: tomorrow() });
    const { message } = await expectRefusal(
      db,
      'limit_exceeded',
      await orderOf(member, '40.01', { executionDate: tomorrow() }),
    );
    expect(message).toContain('You can send 40.00 GBP more that day');
    await pay(member, '100.00');
  });

  test('after a colleague approved: the request waits, and names the maker’s limit', async () => {
    const approver = await seedColleague(db, owner, 'approver');
    await seedApprovalRule(db, owner, { minAmount: '20.00' });
    const member = await seedMember({ daily: '100.00' });
    const { approvalRequest, uid } = await pay(member, '90.00');
    await restrict(db, member, { daily: '89.99' });
    const refusal = await approveAs(db, approver, approvalRequest?.uid ?? '').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'limit_exceeded' });
    expect(String(refusal)).toContain('The person who set this up can send 89.99 GBP more today');
    await restrict(db, member, { daily: '90.00' });
    expect(await approveAs(db, approver, approvalRequest?.uid ?? '')).toMatchObject({
      state: 'approved',
      subject: uid,
    });
  });

  test('for all rows of a file together, and for each of them', async () => {
    const member = await seedMember({ perPayment: '60.00', daily: '100.00' });
    const rows = (...amounts: string[]) =>
      seedBulkFile(
        db,
        member,
        amounts.map((amount, i) => `Somchai Prasert,20-29-59,63748472,${amount},A ${i}`),
      );
    const tooMuch = await rows('50.00', '50.01');
    await expect(releaseFileAs(db, member, tooMuch)).rejects.toMatchObject({ code: 'limit_exceeded' });
    const tooLarge = await rows('60.01');
    await expect(releaseFileAs(db, member, tooLarge)).rejects.toMatchObject({ code: 'limit_exceeded' });
    const released = await releaseFileAs(db, member, await rows('60.00', '40.00'));
    expect(released.counts).toMatchObject({ ready: 0, released: 2 });
  });

  test('for a standing order, whose date waits with the reason', async () => {
    const member = await seedMember({ perPayment: '30.00' });
    const clock = { now: new Date('2026-11-20T10:00:00Z') };
    const user = await createStandingOrderUser(db, member, clock);
    await user.create(standingOrderTerms(account, payee, { amount: '30.01', startDate: '2026-12-01' }));
    clock.now = new Date('2026-12-01T09:00:00Z');
    await runStandingOrdersAt(db, clock);
    const { rows } = await sql<{ code: string }>`select failure_code as code from standing_order.occurrence
      where customer_id = ${owner.customer.id} and failure_code is not null`.execute(db);
    expect(rows).toEqual([{ code: 'limit_exceeded' }]);
  });

  test('for a payment after an exchange', async () => {
    const member = await seedMember({ perPayment: '30.00' });
    const payer = await inTransaction(db, (tx) => principalFor(tx, toMember(member)));
    const order = (minor: bigint) => ({
      source: 'order_fill' as const,
      conversionId: v7(),
      kind: 'domestic' as const,
      route: 'direct' as const,
      rail: 'faster-payments' as const,
      serviceKey: 'payment.gbp',
      sourceBankholderId: account.bankholderId,
      payeeUid: payee.id,
      payeeVersion: payee.version,
      amount: { currency: 'GBP' as Currency, minor },
      reference: 'Rent',
      isPreApproved: true,
    });
    if (!payer) throw new Error('the member is active');
    await expectRefusal(db, 'limit_exceeded', () => asSystem(db, (ctx) => initiatePayment(ctx, payer, order(30_01n))));
    await asSystem(db, (ctx) => initiatePayment(ctx, payer, order(30_00n)));
  });
});

describe('an account withdrawn from its member', () => {
  test('is not debited for a scheduled payment, which ends with the reason', async () => {
    const member = await seedMember({ accounts: [account] });
    const { uid } = await pay(member, '60.00', { executionDate: tomorrow() });
    await restrict(db, member, { accounts: [await seedAccount(db, owner)] });
    await sql`update payment.payment set next_attempt_at = now(), execute_at = now() where id = ${uid}`.execute(db);
    await runJob(db, scheduledPaymentJob);
    const { rows } = await sql<{ state: string; reason: string }>`
      select state, reason from payment.payment where id = ${uid}`.execute(db);
    expect(rows[0]).toMatchObject({
      state: 'rejected',
      reason: expect.stringContaining('may no longer use the account'),
    });
  });

  test('is not debited for a standing order, whose date waits with the reason', async () => {
    const member = await seedMember({ accounts: [account] });
    const clock = { now: new Date('2026-11-20T10:00:00Z') };
    const user = await createStandingOrderUser(db, member, clock);
    await user.create(standingOrderTerms(account, payee, { startDate: '2026-12-01' }));
    await restrict(db, member, { accounts: [await seedAccount(db, owner)] });
    clock.now = new Date('2026-12-01T09:00:00Z');
    await runStandingOrdersAt(db, clock);
    const { rows } = await sql<{ code: string; reason: string }>`select failure_code as code, failure_reason as reason
      from standing_order.occurrence where customer_id = ${owner.customer.id} and failure_code is not null`.execute(db);
    expect(rows).toEqual([
      { code: 'account_not_usable', reason: expect.stringContaining('may no longer use the account') },
    ]);
  });

  test('is not sold from by an automatic order, which waits with the reason', async () => {
    const baht = await seedAccount(db, owner, { currency: 'THB' });
    const member = await seedMember({ accounts: [account, baht] });
    await seedRates(db);
    await (await createTrader(db, member)).place(termsFor({ source: account, target: baht }));
    await restrict(db, member, { accounts: [baht] });
    await runAutoFxAtRate(db, '39.5');
    const { rows } = await sql<{ state: string; code: string }>`select state, failure_code as code
      from auto_fx.auto_order where customer_id = ${owner.customer.id}`.execute(db);
    expect(rows).toEqual([{ state: 'failed_retryable', code: 'account_restricted' }]);
    await restrict(db, member, { accounts: [account, baht] });
    await sql`update auto_fx.auto_order set retry_at = now() where customer_id = ${owner.customer.id}`.execute(db);
    await runAutoFxAtRate(db, '39.5');
    const { rows: fills } = await sql`select from auto_fx.fill where customer_id = ${owner.customer.id}`.execute(db);
    expect(fills).toHaveLength(1);
  });

  test('is not debited by an approval: the request waits until the account is given back', async () => {
    const approver = await seedColleague(db, owner, 'approver');
    await seedApprovalRule(db, owner, { minAmount: '20.00' });
    const member = await seedMember({ accounts: [account] });
    const { approvalRequest } = await pay(member, '90.00');
    await restrict(db, member, { accounts: [await seedAccount(db, owner)] });
    const attempt = () => approveAs(db, approver, approvalRequest?.uid ?? '');
    await expect(attempt()).rejects.toMatchObject({
      code: 'account_not_usable',
      reason: { code: 'account_withdrawn_from_maker' },
    });
    await restrict(db, member, { accounts: [account] });
    expect(await attempt()).toMatchObject({ state: 'approved' });
  });

  test('is no account of whoever should approve: a payment that nobody could approve is refused', async () => {
    const approver = await restrict(db, await seedColleague(db, owner, 'approver'), {
      accounts: [await seedAccount(db, owner)],
    });
    await seedApprovalRule(db, owner, { minAmount: '20.00', approverRoles: ['approver'] });
    const member = await seedMember({});
    await expectRefusal(db, 'approval_required', await orderOf(member, '90.00'));
    await restrict(db, approver, { accounts: [account] });
    await pay(member, '90.00');
  });
});
