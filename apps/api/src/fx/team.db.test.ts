import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Given, givenAccount, givenCustomer, givenDatabase } from '../../../../test/given.ts';
import {
  type ConversionOrder,
  conversionOf,
  convertAs,
  givenApproval,
  givenMarket,
  purposeOf,
  type Quoted,
  quoteAs,
} from '../../../../test/given-fx.ts';
import { givenSession, standingOf } from '../../../../test/given-payment.ts';
import { givenRates, quietDay } from '../../../../test/given-rate.ts';
import {
  approveAs,
  expectNo,
  givenColleague,
  giveRule,
  pastDue,
  recallAs,
  rejectAs,
} from '../../../../test/given-team.ts';
import { findMisfits } from '../../../../tools/books/beside.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { subjects } from '../subjects.ts';
import { expireRequests } from '../team-approval/expire-requests.ts';

const { db, url } = await givenDatabase();
let owner: Given;
let maker: Given;
let first: Given;
let second: Given;
let pounds: BankAccount;
let baht: BankAccount;

beforeEach(async () => {
  await givenMarket(db, 'open');
  await rates();
  owner = await givenCustomer(db, { business: true });
  maker = await givenColleague(db, owner, 'maker');
  first = await givenColleague(db, owner, 'approver');
  second = await givenColleague(db, owner, 'approver');
  pounds = await givenAccount(db, owner, { balance: '1000.00' });
  baht = await givenAccount(db, owner, { currency: 'THB' });
});

async function rates(thb: string = quietDay.THB): Promise<void> {
  await db.deleteFrom('rate.latest').execute();
  await givenRates(db, { ...quietDay, THB: thb });
}
const rule = (minAmount = '100.00', approvers = 1) => giveRule(db, owner, { scope: 'fx', minAmount, approvers });

type Wish = Partial<Parameters<typeof quoteAs>[2] & object>;
async function exchangeAs(who: Given, wish: Wish = {}) {
  const quoted = await quoteAs(db, who, wish);
  return { quoted, done: await confirmAs(who, quoted) };
}
async function confirmAs(who: Given, quoted: Quoted, over: Partial<ConversionOrder> = {}) {
  const session = await givenSession(db, who);
  const worst = quoted.team && { worst: quoted.team.worst };
  const order = { ...conversionOf(quoted, { source: pounds, target: baht }), ...worst, ...over };
  const approval = await givenApproval(db, who, session, purposeOf(quoted, order));
  return convertAs(db, who, session, { ...order, approval });
}
type Exchanged = Awaited<ReturnType<typeof exchangeAs>>;
const uidOf = ({ done }: Exchanged) => done.teamApproval?.uid ?? '';
const exchanged = async () => {
  const { rows } = await sql<{ sold: string; bought: string; person_id: string }>`
    select sell_minor::text as sold, buy_minor::text as bought, person_id from fx.conversion where customer_id = ${owner.customer.id}
    order by id`.execute(db);
  return rows;
};
const toldOf = async (asked: Exchanged) =>
  (
    await sql`select payload->>'link' as link from kernel.event
      where topic = 'team-approval.done' and payload->>'requestId' = ${uidOf(asked)}`.execute(db)
  ).rows;
const all = async () => [await standingOf(db, pounds), await standingOf(db, baht)];

describe('conversion that requires approval', () => {
  it('holds the worst-case amount and converts at the rate of the last approval', async () => {
    await rule('100.00', 2);
    const asked = await exchangeAs(owner);
    expect(asked.quoted.team).toMatchObject({ most: { amount: '100.00' }, least: { amount: '4275.21' } });
    expect(asked.done).toMatchObject({
      reference: null,
      bought: { amount: { amount: '4275.21', currency: 'THB' } },
      teamApproval: { state: 'open', given: 0, needed: 2 },
    });
    expect(await all()).toEqual([
      ['1000.00', '900.00'],
      ['0.00', '0.00'],
    ]);
    expect([await exchanged(), await findMisfits(db)]).toEqual([[], []]);
    expect(await approveAs(db, first, uidOf(asked))).toMatchObject({
      state: 'open',
      title: 'Exchange 100.00 GBP into THB',
      facts: expect.arrayContaining([{ label: 'Is bought', value: 'At least 4,275.21 THB' }]),
    });
    await rates('37.60');
    expect(await approveAs(db, second, uidOf(asked))).toMatchObject({ state: 'approved' });
    expect(await toldOf(asked)).toEqual([{ link: `/team-approval?request=${uidOf(asked)}` }]);
    const [done] = await exchanged();
    expect(done).toMatchObject({ sold: '10000', person_id: owner.person.id });
    expect(Number(done?.bought)).toBeGreaterThan(427_521);
    expect(Number(done?.bought)).toBeLessThan(431_839);
    const [left] = await all();
    expect(left).toEqual(['900.00', '900.00']);
    expect([await findViolations(db), await findMisfits(db)]).toEqual([[], []]);
  });

  it('with a fixed bought amount holds the maximum and takes the actual amount', async () => {
    await rule();
    const asked = await exchangeAs(owner, { side: 'buy', amount: '4318.39' });
    expect(asked.quoted.team).toMatchObject({
      most: { amount: '101.01' },
      least: { amount: '4318.39' },
      worst: '101.01',
    });
    expect((await all())[0]).toEqual(['1000.00', '898.99']);
    await approveAs(db, first, uidOf(asked));
    expect(await all()).toEqual([
      ['900.00', '900.00'],
      ['4318.39', '4318.39'],
    ]);
  });

  it('executes at once below the threshold or without a rule', async () => {
    await giveRule(db, owner, { scope: 'payment', minAmount: '0' });
    await rule('100.01');
    const { quoted, done } = await exchangeAs(owner);
    expect([quoted.team, done.teamApproval]).toEqual([null, null]);
    expect(await exchanged()).toHaveLength(1);
  });

  it('in another currency counts with its value at mid', async () => {
    await rule('100.00');
    await givenAccount(db, owner, { currency: 'EUR', balance: '1000.00' });
    const worth = async (amount: string) => (await quoteAs(db, owner, { sell: 'EUR', buy: 'GBP', amount })).team;
    expect([await worth('114.00'), (await worth('116.00')) !== null]).toEqual([null, true]);
  });

  it('never executes at a worse rate than agreed: it stays pending until the rate recovers', async () => {
    await rule();
    const asked = await exchangeAs(owner);
    await rates('37.20');
    await expectNo(db, 'rate_moved', () => approveAs(db, first, uidOf(asked)));
    await rates();
    expect(await approveAs(db, first, uidOf(asked))).toMatchObject({ state: 'approved' });
    expect(await exchanged()).toMatchObject([{ bought: '431839' }]);
  });

  it('is refused without consent to exactly the worst case', async () => {
    await rule();
    for (const worst of [undefined, '4275.20', '4275.22']) {
      const quoted = await quoteAs(db, owner);
      await expectNo(db, 'approval_required', () => confirmAs(owner, quoted, { worst }));
    }
    const dear = await quoteAs(db, owner, { amount: '1000.01' });
    await expectNo(db, 'insufficient_funds', () => confirmAs(owner, dear));
  });

  it.each([
    ['rejected', (uid: string) => rejectAs(db, first, uid, 'Not today')],
    ['recalled', (uid: string) => recallAs(db, owner, uid)],
    [
      'expired',
      async (uid: string) => {
        await pastDue(url, uid);
        await expireRequests(db, subjects);
      },
    ],
  ] as const)('%s, ends and releases the money', async (_end, make) => {
    await rule();
    const asked = await exchangeAs(owner);
    await make(uidOf(asked));
    expect((await all())[0]).toEqual(['1000.00', '1000.00']);
    await expectNo(db, 'invalid_transition', () => approveAs(db, first, uidOf(asked)));
    expect([await exchanged(), await findMisfits(db)]).toEqual([[], []]);
  });

  it('stays pending while the service is off or the account restricted', async () => {
    await rule();
    const asked = await exchangeAs(owner);
    const service = (on: boolean) => sql`update payment.service set is_on = ${on} where key = 'fx.instant'`.execute(db);
    const restrict = (status: string) =>
      db.updateTable('customer.customer').set({ status }).where('id', '=', owner.customer.id).execute();
    await service(false);
    await expectNo(db, 'service_off', () => approveAs(db, first, uidOf(asked)));
    await service(true);
    await restrict('restricted');
    await expectNo(db, 'account_restricted', () => approveAs(db, first, uidOf(asked)));
    await restrict('active');
    expect(await approveAs(db, first, uidOf(asked))).toMatchObject({ state: 'approved' });
  });

  it('is approved exactly as requested or void', async () => {
    await rule();
    const asked = await exchangeAs(owner);
    await sql`update fx.team_exchange set target_bankholder_id = 'another' where id = ${asked.done.uid}`.execute(db);
    expect(await approveAs(db, first, uidOf(asked))).toMatchObject({ state: 'void' });
    expect((await all())[0]).toEqual(['1000.00', '1000.00']);
  });
});

describe('conversion of a maker', () => {
  it('always requires one approval by somebody else and executes once', async () => {
    const asked = await exchangeAs(maker, { amount: '1.00' });
    await expectNo(db, 'approver_conflict', () => approveAs(db, maker, uidOf(asked)));
    await expect(
      sql`insert into team_approval.decision (request_id, person_id, maker_id, customer_id, role, verdict)
        values (${uidOf(asked)}, ${maker.person.id}, ${maker.person.id}, ${owner.customer.id}, 'maker', 'approve')`.execute(
        db,
      ),
    ).rejects.toThrow('maker_is_never_checker');
    const stranger = await givenCustomer(db);
    await expectNo(db, 'not_found', () => approveAs(db, stranger, uidOf(asked)));
    const both = await Promise.allSettled([first, second].map((each) => approveAs(db, each, uidOf(asked))));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await exchanged()).toMatchObject([{ sold: '100', person_id: maker.person.id }]);
  });

  it('is void when its maker left, and refused when nobody could approve', async () => {
    const asked = await exchangeAs(maker);
    await db.updateTable('customer.person').set({ status: 'removed' }).where('id', '=', maker.person.id).execute();
    expect(await approveAs(db, owner, uidOf(asked))).toMatchObject({ state: 'void' });
    const alone = await givenCustomer(db, { business: true });
    await expectNo(db, 'rule_unsatisfiable', () => giveRule(db, alone, { scope: 'fx', minAmount: '1.00' }));
  });
});
