import type { BulkFileView } from '@larkmere/contract/payments/bulk';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { approvalHandlers } from '../../apps/api/src/approvable-types.ts';
import { expireRequests } from '../../apps/api/src/approvals/approval/decide-request.ts';
import { getFile } from '../../apps/api/src/payments/bulk/show-files.ts';
import {
  approveAs,
  recallAs,
  rejectAs,
  seedApprovalRule,
  seedColleague,
  setRequestExpiry,
} from '../fixtures/approval.ts';
import { asCustomer, seedAccount, seedCustomer, seedPayee, type TestUser, ukDetails } from '../fixtures/base.ts';
import { releaseFileAs, seedBulkFile } from '../fixtures/bulk-payment.ts';
import { balancesOf, payees, seedPayeeOf } from '../fixtures/payment.ts';
import { payFile } from './bulk-files.ts';
import { day, hour, minute } from './clock.ts';
import { hasSucceeded } from './recalls.ts';
import { checkPayment, pence, processPayment, type Scenario, type Simulation } from './simulation.ts';

const before = '300.00';
const mostDays = 7;
const columns = 'name,currency,sort code,account number,iban,amount,reference';
const lines = {
  GBP: ['Somchai Prasert,GBP,20-29-59,63748472,', 'Northgate Lettings Ltd,GBP,08-99-99,66374958,'],
  EUR: ['Klaus Weber,EUR,,,DE89370400440532013000'],
} as const;
const currencies = ['GBP', 'EUR'] as const;
type Currency = (typeof currencies)[number];

type ApprovalTeam = Readonly<{ world: Simulation; maker: TestUser; colleagues: readonly TestUser[]; file: string }>;
type CurrencyPart = { request?: string; isReleasable: boolean; approvalCount: number };

/**
 * A maker uploads a file in two currencies and releases each part early, late or never. Approvers approve, reject or
 * let requests expire; payees change and workers die.
 */
export async function simulateBulkApproval(world: Simulation): Promise<Scenario> {
  const { db, random, clock } = world;
  const owner = await seedCustomer(db, { business: true });
  const maker = await seedColleague(db, owner, 'maker');
  const colleagues = [owner, await seedColleague(db, owner, 'approver')];
  await seedApprovalRule(db, owner, { minAmount: '0.01', expiresDays: mostDays });
  const iban = `GB94LARK041${String(random.between(0, 99_999_999_999)).padStart(11, '0')}`;
  const accounts = {
    GBP: await seedAccount(db, owner, { balance: before }),
    EUR: await seedAccount(db, owner, { currency: 'EUR', iban, balance: before }),
  };
  await seedPayee(db, owner);
  await seedPayee(db, owner, ukDetails.northgate);
  await seedPayeeOf(db, owner, { ...payees.klaus, name: 'Klaus Weber' });
  const rows = currencies.flatMap((currency) => lines[currency]);
  const brought = rows.map((line, i) => `${line},${random.between(2, 90)}.00,Pay ${i}`);
  const { uid: file, counts } = await seedBulkFile(db, maker, brought, { columns });
  expect(counts.ready, world.label).toBe(rows.length);
  const office = { world, maker, colleagues, file };
  const parts = { GBP: partOf(), EUR: partOf() };
  for (const currency of currencies)
    if (random.chance(0.75))
      clock.after(random.between(minute, 2 * day), () => release(office, currency, parts[currency]));
  return {
    check: async () => {
      const ends: string[] = [];
      for (const currency of currencies) {
        const found = await checkCurrencyPart(office, currency, parts[currency]);
        const [balance, available] = await balancesOf(db, accounts[currency]);
        const words = `${world.label}: file of colleagues in ${currency}`;
        expect([pence(before) - pence(balance), available], words).toEqual([found.spent, balance]);
        ends.push(...found.ends);
      }
      return ends;
    },
  };
}

const partOf = (): CurrencyPart => ({ isReleasable: true, approvalCount: 0 });

async function release(office: ApprovalTeam, currency: Currency, part: CurrencyPart): Promise<void> {
  const { world, maker, file } = office;
  const { db, label, random, clock } = world;
  const seen = await asCustomer(db, maker).run(getFile, { uid: file });
  const known = seen.approvalRequests.map(({ uid }) => uid);
  const chosen = { ...seen, totals: seen.totals.filter((total) => total.currency === currency) };
  const click = (): Promise<BulkFileView> => releaseFileAs(db, maker, chosen);
  const done = (await Promise.allSettled([click(), click()])).filter(hasSucceeded);
  expect(done, label).toHaveLength(1);
  const [{ value }] = done as [PromiseFulfilledResult<BulkFileView>];
  const request = value.approvalRequests.map(({ uid }) => uid).find((uid) => !known.includes(uid)) ?? '';
  part.request = request;
  if (random.chance(0.3)) clock.after(random.between(0, day), () => changePayees(office, currency, part));
  const soon = (): number => random.between(minute, random.chance(0.8) ? 2 * day : (mostDays + 2) * day);
  for (const each of office.colleagues)
    if (random.chance(0.5)) clock.after(soon(), () => approve(office, currency, part, [each, each]));
  if (random.chance(0.2)) clock.after(soon(), () => approve(office, currency, part, office.colleagues));
  if (random.chance(0.15))
    clock.after(soon(), () => sendBack(() => rejectAs(db, random.oneOf(office.colleagues), request)));
  if (random.chance(0.25)) clock.after(random.between(minute, day), () => sendBack(() => recallAs(db, maker, request)));
  clock.after(mostDays * day + minute, async () => {
    if ((await stateOf(world, request)) === 'open')
      await setRequestExpiry(world.url, request, new Date(Date.now() - hour));
  });
  clock.after(mostDays * day + 2 * minute, async () => {
    await Promise.all([expireRequests(db, approvalHandlers), expireRequests(db, approvalHandlers)]);
  });
}

const sendBack = async (how: () => Promise<unknown>): Promise<void> => void (await Promise.allSettled([how()]));

async function changePayees({ world, file }: ApprovalTeam, currency: Currency, part: CurrencyPart): Promise<void> {
  await sql`update payee.payee set version = version + 1 where id in
    (select payee_id from bulk_payment.row where file_id = ${file} and currency = ${currency})`.execute(world.db);
  part.isReleasable = false;
}

async function approve(
  office: ApprovalTeam,
  currency: Currency,
  part: CurrencyPart,
  by: readonly TestUser[],
): Promise<void> {
  const { world } = office;
  const { db, random, clock, label } = world;
  const at = new Date(Date.now() + clock.elapsed());
  const outcomes = await Promise.allSettled(by.map((who) => approveAs(db, who, part.request ?? '', {}, at)));
  const done = outcomes.filter(hasSucceeded) as PromiseFulfilledResult<{ state: string }>[];
  const said = done.filter(({ value }) => value.state === 'approved').length;
  part.approvalCount += said;
  if (said === 0) return;
  expect([said, part.isReleasable], `${label}: let go twice, or although its payees are others`).toEqual([1, true]);
  const wait = random.chance(0.8) ? minute : random.between(minute, hour);
  if (random.chance(0.25)) clock.after(random.between(0, wait), () => changePayees(office, currency, part));
  clock.after(wait, () => payAll(office));
}

async function payAll({ world, file }: ApprovalTeam): Promise<void> {
  await payFile(world);
  const { rows } = await sql<{
    id: string;
  }>`select p.id from payment.payment p join bulk_payment.row r on r.id = p.source_id
    where r.file_id = ${file} and p.state = 'ready' and not exists (
      select from payment.transition t where t.payment_id = p.id and t.state = 'submitted') order by p.id`.execute(
    world.db,
  );
  for (const { id } of rows) if (!followed.has(id)) processPayment(world, id);
  for (const { id } of rows) followed.add(id);
}

const followed = new Set<string>();

async function stateOf({ db }: Simulation, request: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`select state from approval.request where id = ${request}`.execute(db);
  return rows[0]?.state ?? '';
}

type Row = Readonly<{ state: string; payment: string | null; payments: number; isMatching: boolean | null }>;

async function checkCurrencyPart({ world, file }: ApprovalTeam, currency: Currency, part: CurrencyPart) {
  const { db, label } = world;
  const { rows } = await sql<Row>`select r.state, r.payment_id as payment, count(p.id)::int as payments,
      bool_and(p.id = r.payment_id and p.payee_id = r.payee_id and p.amount_minor = r.amount_minor) as is_matching
    from bulk_payment.row r left join payment.payment p on p.source_id = r.id
    where r.file_id = ${file} and r.currency = ${currency} group by r.id order by r.number`.execute(db);
  const state = part.request ? await stateOf(world, part.request) : 'never asked';
  const words = `${label}: file of colleagues in ${currency} ${state}, ${rows.map((row) => row.state).join(', ')}`;
  expect(['approved', 'rejected', 'recalled', 'expired', 'void', 'never asked'], words).toContain(state);
  expect(part.approvalCount, words).toBe(state === 'approved' ? 1 : 0);
  let spent = 0n;
  for (const row of rows) {
    expect(state === 'approved' ? ['paid', ...(part.isReleasable ? [] : ['refused'])] : ['ready'], words).toContain(
      row.state,
    );
    expect([row.payments, row.isMatching], words).toEqual(row.state === 'paid' ? [1, true] : [0, null]);
    if (row.payment) spent += (await checkPayment(world, row.payment)).spent;
  }
  const refused = rows.some((row) => row.state === 'refused') ? [`team file ${state}, refused`] : [];
  return { spent, ends: [`team file ${state}`, ...refused] };
}
