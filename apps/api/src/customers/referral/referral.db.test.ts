import { randomBytes, randomUUID } from 'node:crypto';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, it, test } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  setAccountStatus,
  setAddress,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { seedExchange } from '../../../../../test/fixtures/exchange.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { joinBy, seedInvitedFriend, seedNewcomer, seedRefusedReferral } from '../../../../../test/fixtures/referral.ts';
import { recordsMatchPostings } from '../../../../../tools/cross-checks/records-match-postings.ts';
import { listFeeWaivers } from '../../payments/pricing/pricing.read.ts';
import { advanceReferral, referralChecks, valueExchange } from './advance-referral.ts';
import { appealReferral } from './decide-appeal.ts';
import { listReferrals } from './referral.view.ts';
import { remindFriend } from './remind-friend.ts';

const { db } = await createDatabase();
await seedRates(db);
const site = 'https://bank.larkmere.example';

const advance = (id: string): Promise<void> => asSystem(db, (ctx) => advanceReferral(ctx, id));
const approve = ({ customer }: TestUser) =>
  sql`update customer.customer set kyc_status = 'approved' where id = ${customer.id}`.execute(db);
const overview = (who: TestUser) => asCustomer(db, who).run(listReferrals(site), {});
const freeTransfersOf = async (who: TestUser): Promise<string[]> =>
  (await asCustomer(db, who).run(listFeeWaivers, {})).map(({ source }) => source);

async function read(id: string) {
  const { rows } = await sql<{ state: string; reason: string | null; passed: string[] }>`
    select state, reason, array(select state from referral.transition where referral_id = id order by seq) as passed
    from referral.referral where id = ${id}`.execute(db);
  return rows[0];
}

async function balanceOf(code: string): Promise<bigint> {
  const { rows } = await sql<{ minor: bigint }>`
    select a.credits_posted - a.debits_posted as minor from ledger.account a join ledger.account_name n on n.account_id = a.id
    where n.code = ${code}`.execute(db);
  return rows[0]?.minor ?? 0n;
}
const moneyOf = ({ customer }: TestUser): Promise<bigint> => balanceOf(`customer:${customer.id}:GBP`);

const seedFriend = () => seedNewcomer(db, { kycStatus: 'not_started', name: 'Boon Chaiyo' });

async function seedReferrer(): Promise<TestUser> {
  const who = await seedNewcomer(db);
  await seedAccount(db, who);
  return who;
}

/** A friend who has joined, proved who they are and can exchange. */
async function seedApprovedFriend(referrer: TestUser) {
  const friend = await seedFriend();
  const id = await joinBy(db, referrer, friend);
  await approve(friend);
  await advance(id);
  const pounds = await seedAccount(db, friend, { balance: '1000.00' });
  const euros = await seedAccount(db, friend, { currency: 'EUR', balance: '1000.00' });
  const exchange = (minor: bigint, over: object = {}) =>
    seedExchange(db, friend, { from: pounds, to: euros, minor, fee: 0n, ...over });
  return { id, friend, exchange, pounds, euros };
}

/** A reward that is due and can be paid at once. */
async function seedDueReward(referrer: TestUser): Promise<string> {
  const { id, exchange } = await seedApprovedFriend(referrer);
  await exchange(10_000n);
  return id;
}

describe('a referral', () => {
  it('goes from the registration to the reward on both sides', async () => {
    const referrer = await seedReferrer();
    const before = await balanceOf('referral-cost:GBP');
    const { id, friend, exchange } = await seedApprovedFriend(referrer);
    expect(await read(id)).toEqual({ state: 'kyc_approved', reason: null, passed: ['registered', 'kyc_approved'] });
    expect(await freeTransfersOf(friend)).toEqual(['referral', 'referral', 'referral']);
    await exchange(6400n);
    await advance(id);
    expect((await overview(referrer)).list[0]).toMatchObject({
      name: 'Boon Chaiyo',
      state: 'kyc_approved',
      exchange: { needed: { amount: '100.00', currency: 'GBP' }, done: { amount: '64.00', currency: 'GBP' } },
    });
    expect(await moneyOf(referrer)).toBe(0n);
    await exchange(3600n);
    await advance(id);
    const passed = ['registered', 'kyc_approved', 'first_trade', 'reward_due', 'paid'];
    expect(await read(id)).toEqual({ state: 'paid', reason: null, passed });
    expect(await moneyOf(referrer)).toBe(5000n);
    expect((await balanceOf('referral-cost:GBP')) - before).toBe(-5000n);
    expect(await overview(referrer)).toMatchObject({
      earned: { amount: '50.00', currency: 'GBP' },
      onTheWay: { amount: '0.00', currency: 'GBP' },
      invited: 1,
    });
    expect(await freeTransfersOf(friend)).toHaveLength(3);
  });

  it('does not count an exchange before the registration or after the day named', async () => {
    const referrer = await seedReferrer();
    const friend = await seedFriend();
    const [pounds, euros] = [
      await seedAccount(db, friend, { balance: '1000.00' }),
      await seedAccount(db, friend, { currency: 'EUR' }),
    ];
    await seedExchange(db, friend, { from: pounds, to: euros });
    const id = await joinBy(db, referrer, friend);
    await approve(friend);
    await advance(id);
    expect((await read(id))?.state).toBe('kyc_approved');
    await sql`update referral.referral set complete_by = complete_by - 91 where id = ${id}`.execute(db);
    await seedExchange(db, friend, { from: pounds, to: euros });
    await runJob(db, referralChecks);
    expect(await read(id)).toMatchObject({ state: 'not_eligible', reason: 'deadline_passed' });
    expect(await moneyOf(referrer)).toBe(0n);
  });

  it('counts an exchange of the last day when it is looked at later', async () => {
    const referrer = await seedReferrer();
    const { id, exchange } = await seedApprovedFriend(referrer);
    await sql`update referral.referral set complete_by = (now() at time zone 'Europe/London')::date where id = ${id}`.execute(
      db,
    );
    await exchange(10_000n);
    await advance(id);
    expect((await read(id))?.state).toBe('paid');
  });

  it('keeps the conditions under which the friend registered', async () => {
    const referrer = await seedReferrer();
    const { id, exchange } = await seedApprovedFriend(referrer);
    const offer = (reward: number) =>
      writeSettings(
        db,
        sql`insert into referral.offer select code, currency, ${reward}, exchange_minor, free_transfers, free_transfers_at,
          deadline_days, max_rewards, max_per_day, terms_version, ends, clock_timestamp(), null
        from referral.offer order by effective_from desc limit 1`,
      );
    await offer(7000);
    await exchange(10_000n);
    await advance(id);
    expect(await moneyOf(referrer)).toBe(5000n);
    await offer(5000);
  });

  it('ends without a reward when the friend closes the account', async () => {
    const { id, friend } = await seedApprovedFriend(await seedReferrer());
    await setAccountStatus(db, friend, 'closed');
    await advance(id);
    expect(await read(id)).toMatchObject({ state: 'not_eligible', reason: 'friend_closed' });
  });
});

describe('a reward', () => {
  it('is paid once under 50 triggers at the same time', async () => {
    const referrer = await seedReferrer();
    const id = await seedDueReward(referrer);
    await Promise.all(Array.from({ length: 50 }, () => advance(id)));
    expect(await moneyOf(referrer)).toBe(5000n);
    const { rows } =
      await sql`select from referral.reward w join referral.referral r using (customer_id) where r.id = ${id}`.execute(
        db,
      );
    expect(rows).toHaveLength(1);
    expect((await read(id))?.passed.filter((state) => state === 'paid')).toHaveLength(1);
  });

  it('is refused a second time by the database itself', async () => {
    const referrer = await seedReferrer();
    const id = await seedDueReward(referrer);
    await advance(id);
    const attempts = Array.from({ length: 50 }, () =>
      sql`insert into referral.reward (customer_id, operation_id, account_id, currency, amount_minor)
        select customer_id, ${v7()}, account_id, currency, amount_minor from referral.reward
        where customer_id = (select customer_id from referral.referral where id = ${id})`.execute(db),
    );
    for (const { status, ...rest } of await Promise.allSettled(attempts)) {
      expect(status).toBe('rejected');
      expect(rest).toMatchObject({ reason: { constraint: 'reward_pkey' } });
    }
    await expect(sql`delete from referral.reward`.execute(db)).rejects.toThrow('reward');
  });

  it('waits for an account in its currency, and is paid once there is one', async () => {
    const referrer = await seedNewcomer(db);
    const id = await seedDueReward(referrer);
    await advance(id);
    expect(await read(id)).toMatchObject({ state: 'reward_due', reason: 'no_account' });
    expect((await overview(referrer)).list[0]?.reason).toBe('Open a GBP account and we’ll pay the reward into it.');
    await seedAccount(db, referrer, { currency: 'EUR' });
    await advance(id);
    expect((await read(id))?.state).toBe('reward_due');
    await seedAccount(db, referrer);
    await sql`update referral.referral set next_check_at = now() where id = ${id}`.execute(db);
    await runJob(db, referralChecks);
    expect(await read(id)).toMatchObject({ state: 'paid', reason: null });
    expect(await moneyOf(referrer)).toBe(5000n);
  });

  it('waits while the account of the referrer may not receive money, and ends if it closes', async () => {
    const referrer = await seedReferrer();
    const id = await seedDueReward(referrer);
    await setAccountStatus(db, referrer, 'suspended');
    await advance(id);
    expect(await read(id)).toMatchObject({ state: 'reward_due', reason: 'account_restricted' });
    expect(await moneyOf(referrer)).toBe(0n);
    await setAccountStatus(db, referrer, 'closed');
    await advance(id);
    expect(await read(id)).toMatchObject({ state: 'not_eligible', reason: 'referrer_closed' });
  });

  it('is not paid beyond the limit of the offer, also for two friends at once', async () => {
    const referrer = await seedReferrer();
    const ids = [await seedDueReward(referrer), await seedDueReward(referrer), await seedDueReward(referrer)];
    await sql`update referral.referral set max_rewards = 1 where referrer_id = ${referrer.customer.id}`.execute(db);
    await Promise.all(ids.map(advance));
    const states = await Promise.all(ids.map(async (id) => (await read(id))?.reason));
    expect(states.toSorted()).toEqual(['limit_reached', 'limit_reached', null]);
    expect(await moneyOf(referrer)).toBe(5000n);
  });

  it('counts those that wait towards the limit of the offer', async () => {
    const referrer = await seedNewcomer(db);
    const ids = [await seedDueReward(referrer), await seedDueReward(referrer)];
    await sql`update referral.referral set max_rewards = 1 where referrer_id = ${referrer.customer.id}`.execute(db);
    for (const id of ids) await advance(id);
    expect(await Promise.all(ids.map(read))).toMatchObject([{ reason: 'no_account' }, { reason: 'limit_reached' }]);
    await seedAccount(db, referrer);
    for (const id of ids) await advance(id);
    expect(await moneyOf(referrer)).toBe(5000n);
  });

  it('matches the books', async () => {
    const rule = recordsMatchPostings['every reward of a referral was booked once, into the account it names'] ?? '';
    const violations = async () => (await sql.raw(rule).execute(db)).rows.length;
    expect(await violations()).toBe(0);
    const { rows } = await sql<{ id: string }>`select id from referral.referral where state = 'paid'`.execute(db);
    expect(rows.length).toBeGreaterThan(0);
    await sql`update referral.referral set reward_minor = reward_minor + 1 where state = 'paid'`.execute(db);
    expect(await violations()).toBe(rows.length);
    await sql`update referral.referral set reward_minor = reward_minor - 1 where state = 'paid'`.execute(db);
  });
});

describe('the worth of an exchange', () => {
  const dealt = {
    id: v7(),
    sellMinor: 10_050n,
    buyMinor: 11_600n,
    midValueMinor: 11_700n,
    executedAt: new Date(),
  };
  const worth = (sell: 'GBP' | 'EUR' | 'USD' | 'THB', buy: 'GBP' | 'EUR' | 'USD' | 'THB') =>
    asSystem(db, (ctx) => valueExchange(ctx, { ...dealt, sell, buy }, 'GBP'));

  it('is what was sold in the currency of the offer, with the fee', async () => {
    expect(await worth('GBP', 'EUR')).toEqual(money('GBP', 10_050n));
  });

  it('is what was bought in it', async () => {
    expect(await worth('EUR', 'GBP')).toEqual(money('GBP', 11_600n));
  });

  it('is what was bought at mid, if neither side is in it', async () => {
    // 117.00 EUR at 0.8706, rounded up.
    expect(await worth('THB', 'EUR')).toEqual(money('GBP', 10_187n));
  });
});

const liveAt = ({ customer }: TestUser, street: string, postCode = 'EC1A 9HF') =>
  setAddress(db, customer, { street, postCode, town: 'London', country: 'GB' });

describe('two people who may be one', () => {
  async function seedPair(name: string, street: string) {
    const referrer = await seedNewcomer(db, { name: 'Maya Lindgren' });
    await seedAccount(db, referrer);
    await liveAt(referrer, 'Flat 3, 7 Long Lane');
    const friend = await seedNewcomer(db, { kycStatus: 'not_started', name });
    await liveAt(friend, street);
    const id = await joinBy(db, referrer, friend);
    await approve(friend);
    const pounds = await seedAccount(db, friend, { balance: '1000.00' });
    await advance(id);
    await seedExchange(db, friend, {
      from: pounds,
      to: await seedAccount(db, friend, { currency: 'EUR' }),
      minor: 10_000n,
    });
    await advance(id);
    const { rows } = await sql<{ state: string; text: string }>`
      select state, text from referral.appeal where referral_id = ${id}`.execute(db);
    return { referrer, state: (await read(id))?.state, reviews: rows };
  }

  it.each([
    ['neighbours in one building', 'Peter Smith', 'Flat 4, 7 Long Lane'],
    ['neighbours of whom one gave no flat', 'Peter Smith', '7 Long Lane'],
    ['one name in two towns', 'Maya Lindgren', 'Other Street 2'],
  ])('are paid: %s', async (_, name, street) => {
    const { state, reviews, referrer } = await seedPair(name, street);
    expect([state, reviews, await moneyOf(referrer)]).toEqual(['paid', [], 5000n]);
  });

  it.each([
    ['a typing error in the name, and no flat', 'Maya Lindgrem', '7 Long Lane'],
    ['an initial, and a typing error in the street', 'M. Lindgren', 'Flat 3, 7 Long Laen'],
  ])('wait for a person: %s', async (_, name, street) => {
    const { state, reviews, referrer } = await seedPair(name, street);
    expect([state, reviews, await moneyOf(referrer)]).toEqual([
      'first_trade',
      [{ state: 'open', text: expect.stringContaining('may be one person') }],
      0n,
    ]);
    expect((await overview(referrer)).list[0]).toMatchObject({ appeal: null, canAppeal: false, reason: null });
  });
});

describe('a friend does not count', () => {
  const joined = async (share: (referrer: TestUser, friend: TestUser) => Promise<unknown>) => {
    const [referrer, friend] = [await seedReferrer(), await seedFriend()];
    await share(referrer, friend);
    const id = await joinBy(db, referrer, friend);
    return { ...(await read(id)), free: await freeTransfersOf(friend) };
  };
  const refusal = (reason: string) => ({ state: 'not_eligible', reason, passed: ['not_eligible'], free: [] });

  it('with the telephone, the address for e-mail or the name and birthday of the referrer', async () => {
    const phone = `+4474${randomUUID().replaceAll(/\D/g, '').slice(0, 8)}`;
    const samePhone = await joined((...people) =>
      Promise.all(
        people.map(({ user }) => sql`update customer.user set phone = ${phone} where id = ${user.id}`.execute(db)),
      ),
    );
    const sameEmail = await joined(({ user }, friend) =>
      sql`update customer.user set email = ${user.email.replace('@', '+two@').toUpperCase()} where id = ${friend.user.id}`.execute(
        db,
      ),
    );
    const sameBirthday = await joined((...people) =>
      Promise.all(
        people.map(({ user }) =>
          sql`update customer.user set name = 'Nok Fielding', date_of_birth = '1994-08-14' where id = ${user.id}`.execute(
            db,
          ),
        ),
      ),
    );
    for (const found of [samePhone, sameEmail, sameBirthday]) expect(found).toEqual(refusal('self_referral'));
  });

  it('on the same device', async () => {
    const secret = randomBytes(32);
    const found = await joined((...people) =>
      Promise.all(
        people.map(({ user }) =>
          sql`insert into device.device (id, user_id, secret_hash, name) values (${v7()}, ${user.id}, ${secret}, 'Laptop')`.execute(
            db,
          ),
        ),
      ),
    );
    expect(found).toEqual(refusal('shared_device'));
  });

  it('with the same card', async () => {
    const found = await joined((...people) =>
      Promise.all(
        people.map(({ customer, user }) =>
          sql`insert into card.card (id, customer_id, user_id, vault_id, brand, funding, last4, expiry_month, expiry_year, holder_name)
            values (${v7()}, ${customer.id}, ${user.id}, ${v7()}, 'visa', 'debit', '4242', 3, 2031, ${user.name})`.execute(
            db,
          ),
        ),
      ),
    );
    expect(found).toEqual(refusal('shared_card'));
  });

  it('with the same bank account of their own', async () => {
    const found = await joined((...people) =>
      Promise.all(
        people.map(({ customer, user }) =>
          sql`insert into payee.payee (id, customer_id, type, currency, entity_type, name, account, status, created_by, details,
              account_set_at, own_account)
            values (${v7()}, ${customer.id}, 'gbp', 'GBP', 'individual', ${user.name}, '202959 63748472', 'approved', ${user.id}, '{}',
              now(), true)`.execute(db),
        ),
      ),
    );
    expect(found).toEqual(refusal('shared_bank_account'));
  });

  it('at the same address, however it is written', async () => {
    const found = await joined(async (referrer, friend) => {
      await setAddress(db, referrer.customer, {
        street: '12 Mill-Road',
        postCode: 'CB1 2AB',
        town: 'Cambridge',
        country: 'GB',
      });
      await setAddress(db, friend.customer, {
        street: '12 MILL ROAD',
        postCode: 'cb12ab',
        town: 'Cambridge',
        country: 'GB',
      });
    });
    expect(found).toEqual(refusal('shared_address'));
  });

  it.each([
    [
      'under the same name the other way round, at the address the other way round',
      'Maya Lindgren',
      '7 Long Lane',
      'LINDGREN, Máya',
      'Long Ln. 7',
    ],
    [
      'under the same name, one flat without its number',
      'Maya Lindgren',
      '7 Long Lane',
      'Lindgren Maya',
      'Flat 2, 7 Long Lane',
    ],
  ])('%s', async (_, name, street, otherName, otherStreet) => {
    const [referrer, friend] = [await seedNewcomer(db, { name }), await seedNewcomer(db, { name: otherName })];
    await liveAt(referrer, street);
    await liveAt(friend, otherStreet);
    expect(await read(await joinBy(db, referrer, friend))).toMatchObject({ reason: 'self_referral' });
  });

  it.each([
    ['a tag', 'maya@example.com', 'Maya+two@example.com'],
    ['dots of a provider that ignores them', 'maya.lindgren@gmail.com', 'm.a.y.alindgren+x@googlemail.com'],
  ])('with the same mailbox, but for %s', async (_, email, otherEmail) => {
    const found = await joined(async (...people) => {
      for (const [at, { user }] of people.entries())
        await sql`update customer.user set email = ${at === 0 ? email : otherEmail} where id = ${user.id}`.execute(db);
    });
    expect(found).toEqual(refusal('self_referral'));
  });

  it('in words that do not tell what the two share', async () => {
    const referrer = await seedReferrer();
    await liveAt(referrer, '3 Quiet Close', 'EC1A 9HZ');
    const friend = await seedFriend();
    await liveAt(friend, '3 Quiet Cl', 'EC1A 9HZ');
    await joinBy(db, referrer, friend);
    const { reason } = (await overview(referrer)).list[0] ?? {};
    expect(reason).toMatch(/^We can’t pay a reward for this friend/);
    expect(reason).not.toMatch(/same/);
  });

  it('who is the person through whom the referrer was invited', async () => {
    const first = await seedReferrer();
    const second = await seedNewcomer(db);
    await joinBy(db, first, second);
    const again = await seedFriend();
    await sql`update customer.user set phone = '+447400888001' where id in (${first.user.id}, ${again.user.id})`.execute(
      db,
    );
    expect(await read(await joinBy(db, second, again))).toMatchObject({ state: 'not_eligible', reason: 'loop' });
  });

  it('once more join on one day than the offer allows', async () => {
    const referrer = await seedReferrer();
    const reasons = [];
    for (let n = 0; n < 6; n += 1) reasons.push((await read(await joinBy(db, referrer, await seedFriend())))?.reason);
    expect(reasons).toEqual([null, null, null, null, null, 'too_many_at_once']);
  });

  it('when a device is shared later, before the reward', async () => {
    const referrer = await seedReferrer();
    const { id, friend, exchange } = await seedApprovedFriend(referrer);
    const secret = randomBytes(32);
    for (const { user } of [referrer, friend])
      await sql`insert into device.device (id, user_id, secret_hash, name) values (${v7()}, ${user.id}, ${secret}, 'Laptop')`.execute(
        db,
      );
    await exchange(10_000n);
    await advance(id);
    expect(await read(id)).toMatchObject({ state: 'not_eligible', reason: 'shared_device' });
    expect(await moneyOf(referrer)).toBe(0n);
  });
});

test('the database refuses a loop and a second referral of one friend', async () => {
  const [first, second, third] = [await seedNewcomer(db), await seedNewcomer(db), await seedNewcomer(db)];
  await joinBy(db, first, second);
  await joinBy(db, second, third);
  const insert = (friend: TestUser, referrer: TestUser) =>
    sql`insert into referral.referral (id, customer_id, referrer_id, state, offer_code, currency, reward_minor, exchange_minor,
        free_transfers, free_transfers_at, max_rewards, complete_by)
      values (${v7()}, ${friend.customer.id}, ${referrer.customer.id}, 'registered', 'X1', 'GBP', 1, 1, 0, 'registered', 1, '2030-01-01')`.execute(
      db,
    );
  await expect(insert(first, third)).rejects.toMatchObject({ constraint: 'referral_without_loop' });
  await expect(insert(third, first)).rejects.toMatchObject({ constraint: 'referral_customer_id_key' });
});

describe('a reminder', () => {
  const confirmCodes = randomBytes(32);
  const remind = (who: TestUser, uid: string) =>
    asCustomer(db, who).run(remindFriend(confirmCodes), { uid, idempotency: randomUUID() });

  it('sends the link again to a friend who registered, and keeps the day on which it is purged', async () => {
    const who = await seedReferrer();
    const id = await seedInvitedFriend(db, who);
    expect(await overview(who)).toMatchObject({ invited: 1, list: [{ uid: id, state: 'invited', canRemind: true }] });
    const reminded = await remind(who, id);
    expect(reminded).toMatchObject({ name: 'Bill Penrose', state: 'invited', canRemind: false });
    const { rows } = await sql`
      select id, voided_at is not null as voided, expires_at > now() as open, requested_at < now() - interval '3 days' as old
      from registration.request where referrer_id = ${who.customer.id} order by voided_at`.execute(db);
    expect(rows).toEqual([
      { id, voided: true, open: false, old: true },
      { id: reminded.uid, voided: false, open: true, old: true },
    ]);
    const event = await sql`select from platform.event where topic = 'registration.requested'
      and payload ->> 'requestId' = ${reminded.uid}`.execute(db);
    expect(event.rows).toHaveLength(1);
  });

  it('is refused within three days, a third time, and for friends of others', async () => {
    const who = await seedReferrer();
    const lately = await seedInvitedFriend(db, who, { age: '1 day' });
    const twice = await seedInvitedFriend(db, who, { age: '20 days', reminders: 2, remindedBefore: '5 days' });
    const others = await seedInvitedFriend(db, await seedReferrer());
    const reasonOf = async (uid: string) =>
      (await expectRefusal(db, 'invalid_transition', () => remind(who, uid))).reason?.code;
    expect(await reasonOf(lately)).toBe('referral_reminded_lately');
    expect(await reasonOf(twice)).toBe('referral_reminded_twice');
    await expectRefusal(db, 'not_found', () => remind(who, others));
    await expectRefusal(db, 'not_found', () => remind(who, randomUUID()));
  });

  it('shows nothing of what the address did without the link', async () => {
    const who = await seedReferrer();
    const member = await seedNewcomer(db);
    const known = await seedInvitedFriend(db, who, { email: member.user.email });
    const voided = await seedInvitedFriend(db, who);
    await sql`update registration.request set voided_at = now() where id = ${voided}`.execute(db);
    const unknown = await seedInvitedFriend(db, who);
    const shown = async () => (await overview(who)).list.map(({ uid: _uid, startedAt: _startedAt, ...view }) => view);
    const [first, ...others] = await shown();
    expect(others).toEqual([first, first]);
    for (const uid of [known, voided, unknown]) await remind(who, uid);
    const [reminded, ...rest] = await shown();
    expect(rest).toEqual([reminded, reminded]);
    const { rows } = await sql<{ known: boolean }>`select known_user_id is not null as known from registration.request
      where referrer_id = ${who.customer.id} and reminders = 1`.execute(db);
    expect(rows.map((row) => row.known).toSorted()).toEqual([false, false, true]);
  });

  it('goes out once if it is asked for twice at the same time', async () => {
    const who = await seedReferrer();
    const id = await seedInvitedFriend(db, who);
    const done = await Promise.allSettled([remind(who, id), remind(who, id)]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('an appeal', () => {
  const appeal = (who: TestUser, uid: string) =>
    asCustomer(db, who).run(appealReferral, {
      uid,
      text: 'We only live in the same house.',
      idempotency: randomUUID(),
    });

  it('is made once, for a friend of one’s own who does not count', async () => {
    const referrer = await seedReferrer();
    await setAddress(db, referrer.customer, {
      street: 'Long Lane',
      postCode: 'EC1A 9HF',
      town: 'London',
      country: 'GB',
    });
    const id = await seedRefusedReferral(db, referrer);
    expect(await read(id)).toMatchObject({ reason: 'shared_address' });
    const other = await seedReferrer();
    await expectRefusal(db, 'not_found', () => appeal(other, id));
    expect(await appeal(referrer, id)).toMatchObject({ canAppeal: false, appeal: { state: 'open', answer: null } });
    const twice = await expectRefusal(db, 'invalid_transition', () => appeal(referrer, id));
    expect(twice.reason?.code).toBe('referral_appeal_twice');
    const { id: counting } = await seedApprovedFriend(referrer);
    await expectRefusal(db, 'invalid_transition', () => appeal(referrer, counting));
  });
});
