import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createDatabase, runJob } from '../../../../../test/fixtures/base.ts';
import { bookExchange, fund, seedIntroduced, seedPartner } from '../../../../../test/fixtures/introducer-partner.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { partnerShares } from './process-partners.ts';

const { db } = await createDatabase();
await seedRates(db);

const hourMs = 3_600_000;
const inHours = (hours: number): Date => new Date(Date.now() + hours * hourMs);
const count = async (table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0;

it('nothing is read without a rule, and a rule that begins next month hides no income of one that begins now', async () => {
  await runJob(db, partnerShares);
  expect(await count('introducer_partner.income_account')).toBe(0);
  await seedPartner(db, inHours(30 * 24));
  await runJob(db, partnerShares);
  expect(await count('introducer_partner.income_account')).toBeGreaterThan(0);

  const { partner } = await seedPartner(db, inHours(-1));
  const { pounds, euros } = await seedIntroduced(db, partner, inHours(-1));
  await fund(db, pounds, 100_000n);
  await bookExchange(db, { from: pounds, to: euros, fee: 20n, spread: 35n });
  await runJob(db, partnerShares);
  expect(await count('introducer_partner.earning')).toBe(2);
});
