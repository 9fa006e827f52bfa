import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { openFirmAccounts } from '../../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import { parseSanctionsList } from '../../apps/api/src/checks/screening/parse-sanctions-list.ts';
import { importSanctionsList } from '../../apps/api/src/checks/screening/screening.ts';
import { openDb, type Tx } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { audit } from '../../apps/api/src/platform/requests/audit.ts';
import type { SystemActor } from '../../apps/api/src/platform/requests/verb.ts';
import { importBanks } from '../../apps/api/src/reference/bank-directory/import-banks.ts';
import { type AccountHolder, openHolder, requireValue } from './account-holder.ts';
import { createBatch, type SeedBatch, writeBatch } from './batch.ts';
import { type Day, daysAfter, londonDay, londonTime } from './calendar.ts';
import { orderCard } from './cards.ts';
import { currencies, type FirmAccounts, readFirmAccounts } from './chart.ts';
import { describeMovement } from './describe-movement.ts';
import { createNotifications } from './notifications.ts';
import { createPendingPayment, createRentOrder } from './pending-items.ts';
import {
  createColleague,
  createDemoCustomer,
  createStaffMember,
  joinCustomer,
  people,
  setCredentials,
  staff,
} from './people.ts';
import { randomFrom } from './random.ts';
import { parseMinor } from './recurring-movements.ts';
import { createFriends, writeReferrals } from './referrals.ts';
import { completeTeam } from './team.ts';
import { writeSettings } from './write-settings.ts';
import { createMovements, type YearTemplate } from './year.ts';
import { anong } from './years/anong.ts';
import { boon } from './years/boon.ts';
import { dara } from './years/dara.ts';
import { owen } from './years/owen.ts';

export type SeedOptions = Readonly<{
  pinPepper?: string;
  today?: Day;
}>;

const years: Readonly<Record<string, YearTemplate>> = { anong, boon, dara, owen };
const actor: SystemActor = { kind: 'system', name: 'seed' };

const firmBalances = { GBP: '150000.00', EUR: '120000.00', THB: '4000000.00', USD: '150000.00' } as const;

/**
 * Fills a migrated database with demo customers and a year of history, booked through the ledger. Returns false if
 * already seeded. Throws in production mode and without a PIN pepper.
 */
export async function seed(databaseUrl: string, options: SeedOptions = {}): Promise<boolean> {
  if (process.env.LARKMERE_MODE === 'production') throw new Error('Production is never seeded.');
  const { pinPepper = process.env.PIN_PEPPER } = options;
  if (!pinPepper) throw new Error('The seed needs PIN_PEPPER: without it nobody could use the PINs of the demo.');
  const db = openDb(databaseUrl, 1);
  try {
    return await inTransaction(db, async (tx, now) => {
      if (await isSeeded(tx)) return false;
      await seedDatabase(tx, { now, today: options.today ?? londonDay(now), pinPepper });
      return true;
    });
  } finally {
    await db.destroy();
  }
}

/** The lock serialises concurrent starts. */
async function isSeeded(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('larkmere.seed'))`.execute(tx);
  const usernames = people.map(({ username }) => username);
  const found = await tx
    .selectFrom('customer.user')
    .select('id')
    .where('username', 'in', usernames)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

type SeedContext = Readonly<{ now: Date; today: Day; pinPepper: string }>;

async function seedDatabase(tx: Tx, { now, today, pinPepper }: SeedContext): Promise<void> {
  await openFirmAccounts(tx);
  const system = { tx, actor, now, requestId: 'seed' };
  await importBanks(system, readFileSync(join(import.meta.dirname, 'banks.csv'), 'utf8'));
  const madeUp = readFileSync(join(import.meta.dirname, 'fictitious-sanctions.csv'), 'utf8');
  await importSanctionsList(system, 'fictitious-sanctions.csv', parseSanctionsList(madeUp));
  const dealers: string[] = [];
  for (const demo of staff) dealers.push(await createStaffMember(tx, demo, { version: 1, key: pinPepper }));
  const chart = await readFirmAccounts(tx, requireValue(dealers[0], 'member of staff'));
  await setExchangeFees(tx, today);
  const batch = createBatch();
  const holders = new Map<string, AccountHolder>();
  const userIds = new Map<string, string>();
  fundFirmAccounts(batch, chart, today);
  for (const demo of people) {
    if (demo.kind === 'colleague') continue;
    const taken = await createDemoCustomer(tx, demo, today);
    userIds.set(demo.username, taken.person.id);
    await setCredentials(tx, taken.person, demo, { version: 1, key: pinPepper });
    const year = years[demo.username];
    if (!year) continue;
    const holder = await openHolder(tx, taken, today);
    holders.set(demo.username, holder);
    for (const move of createMovements(taken.customer.name, year, today)) describeMovement(batch, chart, holder, move);
    if (year.free) addFreeTransfers(batch, holder);
    if (demo.kind === 'business') await createApprovalRule(tx, holder, today);
  }
  const referrer = requireValue(holders.get('anong'), 'Anong');
  const friends = await createFriends(tx, { batch, chart, today });
  await writeBatch(tx, batch);
  await writeReferrals(tx, { batch, referrer, friends, today });
  await updateLastPaid(tx);
  await createNotifications(tx, actor, batch.notifications);
  // Created after the past year's notifications, so that colleagues do not receive them.
  for (const demo of people) {
    if (demo.kind !== 'colleague') {
      const userId = userIds.get(demo.username);
      if (userId && demo.memberOf) await joinCustomer(tx, userId, demo.memberOf);
      continue;
    }
    const colleague = await createColleague(tx, demo, today);
    await setCredentials(tx, colleague, demo, { version: 1, key: pinPepper });
    const firm = holders.get('owen');
    if (firm && demo.role === 'maker') await createPendingPayment({ tx, now }, firm, colleague);
  }
  await completeTeam(system, requireValue(holders.get('owen'), 'Owen'), today, pinPepper);
  await createRentOrder({ tx, now }, referrer);
  for (const name of ['anong', 'owen']) await orderCard(system, requireValue(holders.get(name), name));
  const endsAt = londonTime(today, '00:00').toISOString();
  await audit(system, 'demo.seeded', 'database', { endsAt });
}

async function createApprovalRule(tx: Tx, { customer, person }: AccountHolder, today: Day): Promise<void> {
  await tx
    .insertInto('approval.rule')
    .values({
      id: v7(),
      customerId: customer.id,
      scope: 'payment',
      appliesTo: 'all',
      minMinor: 100_000n,
      currency: 'GBP',
      approvers: 1,
      createdBy: person.id,
      createdAt: londonTime(daysAfter(today, -7), '10:00'),
    })
    .execute();
}

async function setExchangeFees(tx: Tx, today: Day): Promise<void> {
  await writeSettings(
    tx,
    sql`insert into fx.price_rule
    select r.sell, r.buy, r.tier, r.margin_bps, f.fee_minor, r.max_minor, r.quote_seconds, r.off_hours_quote_seconds,
      ${londonTime(daysAfter(today, -366), '00:00')}::timestamptz
    from fx.price_rule r join (values ('GBP', 'plus', 50), ('GBP', 'wallet', 100), ('EUR', 'plus', 50),
      ('EUR', 'wallet', 100), ('THB', 'plus', 2000), ('THB', 'wallet', 4000), ('USD', 'plus', 60), ('USD', 'wallet', 120)) as f (sell, tier, fee_minor)
      on f.sell = r.sell and f.tier = r.tier`,
  );
}

function fundFirmAccounts(batch: SeedBatch, chart: FirmAccounts, today: Day): void {
  const random = randomFrom('the firm');
  for (const currency of currencies) {
    const bookedAt = londonTime(daysAfter(today, -365), '07:00');
    const debit = requireValue(chart.safeguarding[currency], currency);
    const credit = requireValue(chart.opening[currency], currency);
    const amount = money(currency, parseMinor(currency, firmBalances[currency as keyof typeof firmBalances]));
    const id = random.operationIdAt(bookedAt);
    const postings = [{ debit, credit, amount }];
    batch.operations.push({ kind: 'post', id, code: 'opening.paid_in', postings, bookedAt });
  }
}

function addFreeTransfers(batch: SeedBatch, { customer, random }: AccountHolder): void {
  const used = batch.freeTrades.filter(({ customerId, source }) => customerId === customer.id && source === 'referral');
  const [first] = used;
  const createdAt = requireValue(first?.createdAt, 'free transfer of a friend');
  for (let left = 0; left < 3; left += 1)
    batch.freeTrades.push({
      id: random.uuid(),
      customerId: customer.id,
      source: 'referral',
      status: 'available',
      createdAt,
    });
}

async function updateLastPaid(tx: Tx): Promise<void> {
  await sql`update payee.payee p set last_paid_at = paid.at
    from (select payee_id, max(created_at) as at from payment.payment group by payee_id) paid
    where paid.payee_id = p.id`.execute(tx);
}
