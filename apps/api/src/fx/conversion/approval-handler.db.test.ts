import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAs,
  expectRefusalAfterSignIn,
  seedApprovalRule,
  seedColleague,
} from '../../../../../test/fixtures/approval.ts';
import { createDatabase, seedAccount, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import {
  type ConversionOrder,
  convertAs,
  type QuoteReply,
  requestQuoteAs,
  seedPinAuthorisation,
  toConversionOrder,
  toConversionPurpose,
} from '../../../../../test/fixtures/fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf, seedSession } from '../../../../../test/fixtures/payment.ts';
import { quietDay, seedRates } from '../../../../../test/fixtures/rates.ts';
import { findCrossCheckViolations } from '../../../../../tools/cross-checks/cross-checks.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';

const { db } = await createDatabase();
let owner: TestUser;
let first: TestUser;
let second: TestUser;
let pounds: BankAccount;
let baht: BankAccount;

beforeEach(async () => {
  await setMarket(db, 'open');
  await setRates();
  owner = await seedCustomer(db, { business: true });
  first = await seedColleague(db, owner, 'approver');
  second = await seedColleague(db, owner, 'approver');
  pounds = await seedAccount(db, owner, { balance: '1000.00' });
  baht = await seedAccount(db, owner, { currency: 'THB' });
});

async function setRates(thb: string = quietDay.THB): Promise<void> {
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db, { ...quietDay, THB: thb });
}
const createRule = (minAmount = '100.00', approvers = 1) =>
  seedApprovalRule(db, owner, { scope: 'fx', minAmount, approvers });

type QuoteOverrides = Partial<Parameters<typeof requestQuoteAs>[2] & object>;
async function exchangeAs(who: TestUser, wish: QuoteOverrides = {}) {
  const quoted = await requestQuoteAs(db, who, wish);
  return { quoted, done: await confirmAs(who, quoted) };
}
async function confirmAs(who: TestUser, quoted: QuoteReply, over: Partial<ConversionOrder> = {}) {
  const session = await seedSession(db, who);
  const worst = quoted.team && { worstCase: quoted.team.worstCase };
  const order = { ...toConversionOrder(quoted, { source: pounds, target: baht }), ...worst, ...over };
  const approval = await seedPinAuthorisation(db, who, session, toConversionPurpose(quoted, order));
  return convertAs(db, who, session, { ...order, authorisation: approval });
}
type ConversionAttempt = Awaited<ReturnType<typeof exchangeAs>>;
const uidOf = ({ done }: ConversionAttempt) => done.approvalRequest?.uid ?? '';
const conversionCount = async () => {
  const { rows } = await sql<{ sold: string; bought: string; userId: string }>`
    select sell_minor::text as sold, buy_minor::text as bought, user_id from fx.conversion where customer_id = ${owner.customer.id}
    order by id`.execute(db);
  return rows;
};
const notificationsOf = async (asked: ConversionAttempt) =>
  (
    await sql`select payload->>'link' as link from platform.event
      where topic = 'approval.completed' and payload->>'requestId' = ${uidOf(asked)}`.execute(db)
  ).rows;
const allBalances = async () => [await balancesOf(db, pounds), await balancesOf(db, baht)];

describe('conversion that requires approval', () => {
  it('holds the worst-case amount and converts at the rate of the last approval', async () => {
    await createRule('100.00', 2);
    const asked = await exchangeAs(owner);
    expect(asked.quoted.team).toMatchObject({ maxDebit: { amount: '100.00' }, minCredit: { amount: '4275.21' } });
    expect(asked.done).toMatchObject({
      reference: null,
      bought: { amount: { amount: '4275.21', currency: 'THB' } },
      approvalRequest: { state: 'open', approvedCount: 0, requiredCount: 2 },
    });
    expect(await allBalances()).toEqual([
      ['1000.00', '900.00'],
      ['0.00', '0.00'],
    ]);
    expect([await conversionCount(), await findCrossCheckViolations(db)]).toEqual([[], []]);
    expect(await approveAs(db, first, uidOf(asked))).toMatchObject({
      state: 'open',
      title: 'Exchange 100.00 GBP into THB',
      details: expect.arrayContaining([{ label: 'You buy', value: 'At least 4,275.21 THB' }]),
    });
    await setRates('37.60');
    expect(await approveAs(db, second, uidOf(asked))).toMatchObject({ state: 'approved' });
    expect(await notificationsOf(asked)).toEqual([{ link: `/team-approval?request=${uidOf(asked)}` }]);
    const [done] = await conversionCount();
    expect(done).toMatchObject({ sold: '10000', bought: '430374', userId: owner.user.id });
    const [left] = await allBalances();
    expect(left).toEqual(['900.00', '900.00']);
    expect([await findViolations(db), await findCrossCheckViolations(db)]).toEqual([[], []]);
  });

  it('with a fixed bought amount holds the maximum and takes the actual amount', async () => {
    await createRule();
    const asked = await exchangeAs(owner, { side: 'buy', amount: '4318.39' });
    expect(asked.quoted.team).toMatchObject({
      maxDebit: { amount: '101.01' },
      minCredit: { amount: '4318.39' },
      worstCase: '101.01',
    });
    expect((await allBalances())[0]).toEqual(['1000.00', '898.99']);
    await approveAs(db, first, uidOf(asked));
    expect(await allBalances()).toEqual([
      ['900.00', '900.00'],
      ['4318.39', '4318.39'],
    ]);
  });

  it('executes at once below the threshold or without a rule', async () => {
    await seedApprovalRule(db, owner, { scope: 'payment', minAmount: '0' });
    await createRule('100.01');
    const { quoted, done } = await exchangeAs(owner);
    expect([quoted.team, done.approvalRequest]).toEqual([null, null]);
    expect(await conversionCount()).toHaveLength(1);
  });

  it('in another currency counts with its value at mid', async () => {
    await createRule('100.00');
    await seedAccount(db, owner, { currency: 'EUR', balance: '1000.00' });
    const worth = async (amount: string) => (await requestQuoteAs(db, owner, { sell: 'EUR', buy: 'GBP', amount })).team;
    expect([await worth('114.00'), (await worth('116.00')) !== null]).toEqual([null, true]);
  });

  it('never executes at a worse rate than agreed: it stays pending until the rate recovers', async () => {
    await createRule();
    const asked = await exchangeAs(owner);
    await setRates('37.20');
    await expectRefusalAfterSignIn(db, 'rate_moved', () => approveAs(db, first, uidOf(asked)));
    await setRates();
    expect(await approveAs(db, first, uidOf(asked))).toMatchObject({ state: 'approved' });
    expect(await conversionCount()).toMatchObject([{ bought: '431839' }]);
  });

  it.each([
    [{ side: 'sell', amount: '100.00' }, '100.00 GBP buys 4,257.96 THB', 'less than the 4,275.21 THB agreed'],
    [{ side: 'buy', amount: '4318.39' }, '4,318.39 THB costs 101.42 GBP', 'more than the 101.01 GBP agreed'],
  ] as const)('says by how much the rate is worse than agreed: %j', async (wish, now, agreed) => {
    await createRule();
    const asked = await exchangeAs(owner, wish);
    await setRates('37.20');
    const { message } = await expectRefusalAfterSignIn(db, 'rate_moved', () => approveAs(db, first, uidOf(asked)));
    expect(message).toContain(`${now} right now, ${agreed}.`);
  });

  it('is refused without consent to exactly the worst case', async () => {
    await createRule();
    for (const worst of [undefined, '4275.20', '4275.22']) {
      const quoted = await requestQuoteAs(db, owner);
      await expectRefusalAfterSignIn(db, 'approval_required', () => confirmAs(owner, quoted, { worstCase: worst }));
    }
    const dear = await requestQuoteAs(db, owner, { amount: '1000.01' });
    await expectRefusalAfterSignIn(db, 'insufficient_funds', () => confirmAs(owner, dear));
  });
});
