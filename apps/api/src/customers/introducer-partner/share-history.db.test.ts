import { randomInt } from 'node:crypto';
import { reverse } from '@larkmere/ledger/reverse';
import type { OperationId } from '@larkmere/ledger/types';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { createDatabase, runJob, type TestUser } from '../../../../../test/fixtures/base.ts';
import {
  bookExchange,
  bookPaymentFee,
  fund,
  type RuleTerms,
  seedIntroduced,
  seedPartner,
  seedPartnerRule,
} from '../../../../../test/fixtures/introducer-partner.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { recordsMatchPostings } from '../../../../../tools/cross-checks/records-match-postings.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { partnerShares } from './process-partners.ts';
import { readIncome } from './read-income.ts';

const { db } = await createDatabase();
await seedRates(db);
/** The months of the history are over at the time of the test, so statements are made at its end. */
const reading = defineJob({ name: 'read-income', everySeconds: 1, run: readIncome });

const seed = Number(process.env.SEED ?? randomInt(1_000_000));
let state = seed;
/** The same history again for the same seed. */
const random = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((state / 0x80000000) * below);
};

const now = new Date();
let clock = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 3, 1, 6);
const tick = (): Date => {
  clock += (30 + random(400)) * 60_000;
  return new Date(clock);
};

type Income = Readonly<{ friend: string; key: string; minor: bigint; bps: bigint }>;
type Booked = Readonly<{ id: OperationId; incomes: readonly Income[] }>;
type Rule = Readonly<{ exchange: bigint; payment: bigint; ends: string | null }>;

/** What an independent reading of the same history gives: shares in ten-thousandths per customer, product and currency. */
const expected = new Map<string, bigint>();
const earn = ({ friend, key, minor, bps }: Income): void => {
  if (minor * bps !== 0n) expected.set(`${friend} ${key}`, (expected.get(`${friend} ${key}`) ?? 0n) + minor * bps);
};

async function seedWorld(index: number) {
  const from = tick();
  const { partner } = await seedPartner(db, from, { exchangeBps: 2000, paymentBps: 1000 });
  const rules: Rule[] = [{ exchange: 2000n, payment: 1000n, ends: null }];
  const friends = [];
  for (const name of ['Anong Srisuk', 'Boon Chaiyo']) {
    const introduced = await seedIntroduced(db, partner, tick(), `${name} ${index}`);
    await fund(db, introduced.pounds, 1_000_000_000n, tick());
    await fund(db, introduced.euros, 1_000_000_000n, tick());
    friends.push(introduced);
  }
  return { partner, rules, friends };
}

test(`random histories of exchanges, fees, refunds and changes of rules, seed ${seed}`, {
  timeout: 120_000,
}, async () => {
  const worlds = [await seedWorld(1), await seedWorld(2)];
  const booked: Booked[] = [];
  const bpsAt = (rules: readonly Rule[], at: Date, product: 'exchange' | 'payment'): bigint => {
    const rule = rules.at(-1) as Rule;
    const isOver = rule.ends !== null && londonDay(at) > rule.ends;
    return isOver ? 0n : rule[product];
  };
  for (let step = 0; step < 120; step += 1) {
    const { partner, rules, friends } = worlds[random(2)] as (typeof worlds)[0];
    const { friend, pounds, euros } = friends[random(2)] as (typeof friends)[0];
    const at = tick();
    const kind = random(10);
    const of = (key: string, minor: bigint, product: 'exchange' | 'payment'): Income => ({
      friend: friend.customer.id,
      key,
      minor,
      bps: bpsAt(rules, at, product),
    });
    if (kind < 4) {
      const [fee, spread] = [BigInt(random(300)), BigInt(1 + random(900))];
      const id = await bookExchange(db, { from: pounds, to: euros, fee, spread, at });
      const incomes = [of('exchange GBP', fee, 'exchange'), of('exchange EUR', spread, 'exchange')];
      incomes.forEach(earn);
      booked.push({ id, incomes });
    } else if (kind < 7) {
      const fee = BigInt(1 + random(2000));
      const id = await bookPaymentFee(db, pounds, fee, at);
      const incomes = [of('payment GBP', fee, 'payment')];
      incomes.forEach(earn);
      booked.push({ id, incomes });
    } else if (kind === 7 && booked.length > 0) {
      const [undone] = booked.splice(random(booked.length), 1);
      if (!undone) continue;
      const id = v7({ msecs: at.getTime() }) as OperationId;
      await inTransaction(db, (tx) => reverse(tx, { id, code: 'income.reversed', reverses: undone.id, bookedAt: at }));
      for (const income of undone.incomes) earn({ ...income, minor: -income.minor });
    } else if (kind === 8) {
      await changeRule(partner, rules, at);
    } else await runJob(db, reading);
  }
  await Promise.all([runJob(db, reading), runJob(db, reading)]);
  await runJob(db, reading);
  expect(await readShares()).toEqual(new Map([...expected].filter(([, parts]) => parts !== 0n)));

  for (let month = 0; month < 5; month += 1) await Promise.all([runJob(db, partnerShares), runJob(db, partnerShares)]);
  for (const { partner } of worlds) await expectPaidInFull(partner);
  for (const [rule, query] of Object.entries(recordsMatchPostings).filter(([name]) =>
    /partner|introducer|given back/.test(name),
  ))
    expect([rule, (await sql.raw(query).execute(db)).rows]).toEqual([rule, []]);
});

async function changeRule(partner: TestUser, rules: Rule[], at: Date): Promise<void> {
  // A change is approved after everything that was booked before it, which the job need not have read.
  const [exchangeBps, paymentBps] = [random(5000), 1 + random(4999)];
  const isLast = random(4) === 0;
  const ends = isLast ? londonDay(new Date(at.getTime() + 86_400_000)) : undefined;
  const terms: RuleTerms = { exchangeBps, paymentBps, ...(ends && { ends }) };
  await seedPartnerRule(db, partner, at, terms);
  rules.push({ exchange: BigInt(exchangeBps), payment: BigInt(paymentBps), ends: ends ?? null });
}

async function readShares(): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ key: string; parts: bigint }>`
    select customer_id || ' ' || product || ' ' || currency as key, sum(income_minor * share_bps)::bigint as parts
    from introducer_partner.earning group by customer_id, product, currency having sum(income_minor * share_bps) <> 0`.execute(
    db,
  );
  return new Map(rows.map(({ key, parts }) => [key, parts]));
}

/** The account has what the statements paid; what they did not pay is carried by the last of them, or was not positive. */
async function expectPaidInFull({ customer }: TestUser): Promise<void> {
  const { rows } = await sql<{ paid: bigint; shares: bigint; carried: bigint; balance: bigint; unstated: number }>`
    select coalesce(sum(total_minor) filter (where state = 'paid'), 0)::bigint as paid, coalesce(sum(share_minor), 0)::bigint as shares,
      coalesce((array_agg(case when state = 'carried' then total_minor else 0 end order by month desc))[1], 0)::bigint as carried,
      (select a.credits_posted - a.debits_posted from ledger.account a join bank_account.account b on b.ledger_account_id = a.id
        where b.customer_id = ${customer.id}) as balance,
      (select count(*)::int from introducer_partner.earning where partner_id = ${customer.id} and statement_id is null
        and booked_at < date_trunc('month', now() at time zone 'Europe/London') at time zone 'Europe/London') as unstated
    from introducer_partner.statement where partner_id = ${customer.id}`.execute(db);
  const [row] = rows;
  expect(row?.unstated).toBe(0);
  expect(row?.balance).toBe(row?.paid);
  expect((row?.paid ?? 0n) + (row?.carried ?? 0n)).toBe(row?.shares);
}
