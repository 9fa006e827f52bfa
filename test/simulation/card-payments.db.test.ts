import { findViolations } from '@larkmere/ledger/invariants';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { BankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import { authoriseCardPayment } from '../../apps/api/src/cards/card-payment/authorise.ts';
import { cardPaymentTimeouts } from '../../apps/api/src/cards/card-payment/process-timeouts.ts';
import { receiveIssuerEvent } from '../../apps/api/src/cards/card-payment/receive-event.ts';
import type { CardIssuer } from '../../apps/api/src/cards/issued-card/issued-card.ts';
import { londonDay } from '../../apps/api/src/platform/time/london-day.ts';
import { findCrossCheckViolations } from '../../tools/cross-checks/cross-checks.ts';
import { createDatabase, seedAccount, seedCustomer, type TestUser } from '../fixtures/base.ts';
import { seedCard } from '../fixtures/issued-card.ts';
import { balancesOf } from '../fixtures/payment.ts';
import { findAlteredRows } from '../fixtures/verified-database.ts';
import { type Clock, day, hour, minute, openClock } from './clock.ts';
import { openMarket } from './cross-currency.ts';
import { type Random, seeded } from './random.ts';
import {
  composeSettlements,
  type IssuedPayment,
  type SettlementLine,
  type SimulatedIssuer,
  simulatedIssuer,
} from './simulated-issuer.ts';
import { pence, silent, transactionOf, unlessKilled } from './simulation.ts';

const sequences = Number(process.env.SEQUENCES ?? 30);
const seed = Number(process.env.SEED ?? 20_261_126);
const { db, url } = await createDatabase();
await openMarket(db);

type Payer = Readonly<{
  cardId: string;
  account: BankAccount;
  currency: Currency;
  opening: bigint;
  isPoor: boolean;
}>;

const limits = [10n ** 9n, 10n ** 10n, 10n ** 11n] as const;

async function createPayer(who: TestUser, currency: Currency, balance: string): Promise<Payer> {
  const account = await seedAccount(db, who, { currency, balance });
  const cardId = await seedCard(db, who, account, { limits });
  return { cardId, account, currency, opening: pence(balance), isPoor: balance === little };
}

const little = '80.00';

const billings: readonly Currency[] = ['GBP', 'GBP', 'GBP', 'EUR', 'EUR', 'USD', 'THB'];

type World = Readonly<{
  seed: number;
  label: string;
  random: Random;
  clock: Clock;
  issuer: SimulatedIssuer;
  start: Date;
}>;

function createWorld(seedOfWorld: number): World {
  const [random, clock, start] = [seeded(seedOfWorld), openClock(), new Date()];
  const transaction = transactionOf({ db, random, clock });
  const issuer = simulatedIssuer({
    random,
    clock,
    start,
    ask: (request) =>
      transaction((ctx) => authoriseCardPayment(ctx as never, request)).catch((error: unknown) => unlessKilled(error)),
    deliver: async ({ eventId, report }) => {
      const event = { eventId, at: start.toISOString(), report };
      const isTaken = await transaction((ctx) => receiveIssuerEvent(ctx as never, event)).then(
        () => true,
        (error: unknown) => unlessKilled(error) ?? false,
      );
      if (isTaken && report.kind === 'payment') await expectHeld(issuer.payments.get(report.paymentId));
      return isTaken;
    },
  });
  return { seed: seedOfWorld, label: `SEED=${seedOfWorld}`, random, clock, issuer, start };
}

/** What the processor holds because we approved it is on hold here too, whichever reports arrived. */
async function expectHeld(payment: IssuedPayment | undefined): Promise<void> {
  if (!payment?.isCovered || payment.held === 0n) return;
  const stored = await readPayment(payment.id);
  expect(stored?.heldMinor).toBeGreaterThanOrEqual(payment.held);
}

const notSimulated = (): never => {
  throw new Error('not simulated');
};

const portTo = (getPayment: CardIssuer['getPayment'], files: ReadonlyMap<string, readonly SettlementLine[]>) =>
  ({
    orderCard: notSimulated,
    getCard: notSimulated,
    changeState: notSimulated,
    activate: notSimulated,
    reveal: notSimulated,
    getPinKey: notSimulated,
    changePin: notSimulated,
    openDispute: notSimulated,
    getPayment,
    getSettlement: async (id) =>
      files.get(id)?.map(({ paymentId, cleared, refunded }) => ({
        paymentId,
        cleared: formatAmount(money(currencyOf(id), cleared)),
        refunded: formatAmount(money(currencyOf(id), refunded)),
      })),
  }) satisfies CardIssuer;

/** A settlement is named after its currency. */
const currencyOf = (settlementId: string): Currency => settlementId.slice(2, 5) as Currency;

/** What is due at the simulated time becomes due at that of the database. */
async function runDueChecks({ issuer, clock, start }: World): Promise<void> {
  const now = new Date(start.getTime() + clock.elapsed());
  const { numAffectedRows } = await sql`update card_payment.payment
    set next_check_at = now() - interval '1 second',
      hold_expires_at = case when hold_expires_at <= ${now} then now() - interval '1 second' else hold_expires_at end
    where next_check_at <= ${now}`.execute(db);
  if (numAffectedRows) await cardPaymentTimeouts(portTo(issuer.getPayment, new Map())).run(db, silent);
}

type StoredPayment = Readonly<{
  cardId: string;
  currency: string;
  state: string;
  lastSequence: number;
  heldMinor: bigint;
  holdMinor: bigint;
  holdId: string | null;
  clearedMinor: bigint;
  refundedMinor: bigint;
  takenMinor: bigint;
  shortfallMinor: bigint;
  recoveredMinor: bigint;
}>;

async function readPayment(id: string): Promise<StoredPayment | undefined> {
  const { rows } = await sql<StoredPayment>`select * from card_payment.payment where id = ${id}`.execute(db);
  return rows[0];
}

/** From the totals alone, and written apart from the lifecycle of the API. */
function expectedStates({ kind, decidedBy, declineCode, cleared, refunded }: IssuedPayment): string[] {
  if (refunded > 0n) return [refunded < cleared ? 'cleared' : 'refunded'];
  if (cleared > 0n) return ['cleared'];
  if (declineCode !== null) return ['declined'];
  // A report does not name the kind: only a request that arrived does.
  if (decidedBy !== 'larkmere') return ['released', 'verified'];
  return [kind === 'verification' ? 'verified' : 'released'];
}

/** One payment; from an account with little money other payments take the rest again and again. */
async function runSequence(world: World, payer: Payer): Promise<void> {
  const { random, clock, issuer } = world;
  const currency = random.chance(0.4) ? payer.currency : random.oneOf(billings);
  // The rarest kind comes in turn, so that a short run has it too.
  await issuer.pay(payer.cardId, currency, world.seed % 15 === 0 ? 'verification' : undefined);
  if (payer.isPoor)
    for (const wait of [0, ...Array.from({ length: 8 }, () => random.between(minute, 12 * day))])
      clock.after(wait, () => issuer.drain(payer.cardId, payer.currency));
  for (const wait of [6 * minute, hour, 6 * hour, ...Array.from({ length: 13 }, (_, i) => (i + 1) * day), 25 * day])
    clock.after(wait, () => runDueChecks(world));
  await clock.runOut(60 * day);
  // The file of the settlement heals what was lost, but what arrived needs no healing.
  for (const payment of issuer.payments.values())
    if (payment.arrived === payment.sequence) await checkPayment(world, payment);
}

const filed = new Map<Currency, bigint>();

/** One settlement of everything that the worlds have open. The file is read at once; what the books lack is healed by it. */
async function settle(worlds: readonly World[]): Promise<void> {
  const files = composeSettlements(
    worlds.flatMap(({ issuer }) => issuer.takeEntries()),
    londonDay(new Date()),
  );
  const [{ issuer: first } = {}] = worlds;
  if (!first) return;
  const byId = new Map(worlds.flatMap(({ issuer }) => [...issuer.payments.keys()].map((id) => [id, issuer] as const)));
  const port = portTo(
    async (id) => byId.get(id)?.getPayment(id),
    new Map(files.map(({ report, lines }) => [report.settlementId, lines])),
  );
  const transaction = transactionOf({ db, clock: openClock(), random: seeded(seed) });
  for (const { report, lines } of files) {
    for (const { cleared, refunded } of lines)
      filed.set(report.currency, (filed.get(report.currency) ?? 0n) + cleared - refunded);
    for (let isTaken = false; !isTaken; )
      isTaken = await transaction((ctx) =>
        receiveIssuerEvent(ctx as never, { eventId: crypto.randomUUID(), at: new Date().toISOString(), report }),
      ).then(
        () => true,
        (error: unknown) => unlessKilled(error) ?? false,
      );
  }
  for (let round = 0; round < 30 && (await openSettlements()) > 0; round += 1) {
    await sql`update card_payment.settlement set next_check_at = now() where state <> 'settled'`.execute(db);
    await cardPaymentTimeouts(port).run(db, silent);
  }
  expect(await openSettlements()).toBe(0);
}

async function openSettlements(): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from card_payment.settlement where state <> 'settled'`.execute(db);
  return rows[0]?.open ?? 0;
}

/** In one state, nothing held, and the totals of the processor. */
async function checkPayment({ label }: World, payment: IssuedPayment): Promise<StoredPayment | undefined> {
  const stored = await readPayment(payment.id);
  const { cleared, refunded, sequence } = payment;
  // Of a payment that took nothing all news may be lost.
  if (!stored) {
    expect([cleared, refunded], label).toEqual([0n, 0n]);
    return undefined;
  }
  expect([stored.heldMinor, stored.holdMinor, stored.holdId, stored.clearedMinor, stored.refundedMinor], label).toEqual(
    [0n, 0n, null, cleared, refunded],
  );
  if (payment.isCovered) expect([stored.shortfallMinor, payment.cleared], label).toEqual([0n, cleared]);
  if (stored.lastSequence === sequence) expect(expectedStates(payment), label).toContain(stored.state);
  return stored;
}

async function checkPayments(worlds: readonly World[], ends: Record<string, number>): Promise<StoredPayment[]> {
  const all: StoredPayment[] = [];
  for (const world of worlds)
    for (const payment of world.issuer.payments.values()) {
      const stored = await checkPayment(world, payment);
      const end = stored?.state ?? 'unknown';
      ends[end] = (ends[end] ?? 0) + 1;
      if (!stored) continue;
      all.push(stored);
      if (stored.currency === payment.billing) expect(stored.takenMinor).toBe(payment.cleared - payment.refunded);
    }
  return all;
}

/** The account bears what its payments took, except what it did not have. */
async function checkAccount({ account, opening }: Payer, payments: readonly StoredPayment[]): Promise<void> {
  const [balance, available] = await balancesOf(db, account);
  const borne = payments.reduce(
    (sum, { takenMinor: taken, shortfallMinor: short, recoveredMinor: back }) => sum + taken - short + back,
    0n,
  );
  expect([opening - pence(balance), balance]).toEqual([borne, available]);
}

async function ledgerBalances(prefix: string): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ currency: string; minor: bigint }>`
    select a.currency, (a.credits_posted - a.debits_posted)::bigint as minor from ledger.account_name n
    join ledger.account a on a.id = n.account_id
    where n.code like ${`${prefix}:%`} and a.credits_posted <> a.debits_posted`.execute(db);
  return new Map(rows.map(({ currency, minor }) => [currency, minor]));
}

async function settledAmounts(): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ currency: string; minor: bigint }>`
    select a.currency, sum(e.amount)::bigint as minor from ledger.entry e join ledger.transfer t using (op_id, leg)
    join ledger.account a on a.id = e.account_id join ledger.account_name n on n.account_id = a.id
    where t.code = 'card_settlement.settled' and n.code like 'safeguarding:%'
    group by 1 having sum(e.amount) <> 0`.execute(db);
  return new Map(rows.map(({ currency, minor }) => [currency, minor]));
}

test(
  'every card payment ends in one state with nothing held, and the ledger equals the file of the processor',
  async () => {
    const ends: Record<string, number> = {};
    const owed = new Map<string, bigint>();
    for (let i = 0; i < sequences; ) {
      const who = await seedCustomer(db);
      const payers = [await createPayer(who, 'GBP', '90000.00'), await createPayer(who, 'EUR', '90000.00')];
      const rich = [...payers];
      const worlds: World[] = [];
      for (const last = Math.min(i + 60, sequences); i < last; i += 1) {
        const world = createWorld(seed + i);
        const payer = world.random.chance(0.25) ? await createPayer(who, 'GBP', little) : world.random.oneOf(rich);
        if (payer.isPoor) payers.push(payer);
        await runSequence(world, payer);
        worlds.push(world);
      }
      await settle(worlds);
      const stored = await checkPayments(worlds, ends);
      for (const payer of payers) {
        const own = stored.filter(({ cardId }) => cardId === payer.cardId);
        await checkAccount(payer, own);
        const short = own.reduce((sum, row) => sum + row.shortfallMinor - row.recoveredMinor, 0n);
        owed.set(payer.currency, (owed.get(payer.currency) ?? 0n) + short);
      }
    }
    console.info(`card payments: SEQUENCES=${sequences} SEED=${seed} ${JSON.stringify(ends)}`);
    expect(await ledgerBalances('clearing:card')).toEqual(new Map());
    const minus = (amounts: ReadonlyMap<string, bigint>) =>
      new Map([...amounts].filter(([, minor]) => minor !== 0n).map(([currency, minor]) => [currency, -minor]));
    expect(await ledgerBalances('card-shortfall')).toEqual(minus(owed));
    expect(await settledAmounts()).toEqual(new Map([...filed].filter(([, minor]) => minor !== 0n)));
    expect([...(await findViolations(db)), ...(await findCrossCheckViolations(db))]).toEqual([]);
    expect(await findAlteredRows(url)).toEqual([]);
    expect(Object.keys(ends).toSorted()).toEqual(
      expect.arrayContaining(['cleared', 'declined', 'refunded', 'released', 'verified']),
    );
  },
  600_000 + sequences * 400,
);
