import { randomUUID } from 'node:crypto';
import type { AccountId } from '@larkmere/ledger/types';
import { money } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { sql } from 'kysely';
import { openFirmAccounts } from '../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import { createCustomer, createUser } from '../apps/api/src/customers/customer/customer.ts';
import { bookConversion, spotPrice } from '../apps/api/src/fx/conversion/conversion.ts';
import { createFxQuote } from '../apps/api/src/fx/conversion/create-quote.ts';
import { recordRates } from '../apps/api/src/fx/rate/fetch-rates.ts';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import type { CustomerActor } from '../apps/api/src/platform/requests/verb.ts';
import { writeSettings } from '../db/seed/write-settings.ts';
import { fundedAccounts } from './ledger/accounts.ts';
import { openBaseline } from './measure/baseline.ts';
import { closedLoop, type Sample } from './measure/load.ts';
import { describeMachine } from './measure/machine.ts';
import { processorMicros } from './measure/process-stats.ts';
import { roundToThreeDigits, writeResult } from './measure/results.ts';
import { type Contestant, interleave, medianOf, ratioOf } from './measure/rounds.ts';
import { startBenchServer } from './measure/server.ts';

const rounds = Number(process.env.ROUNDS ?? 3);
const seconds = Number(process.env.SECONDS ?? 4);
const customers = 200;
const callers = 32;
const warmSeconds = 1;
const conversion = { tier: 'plus', side: 'sell', sell: 'GBP', buy: 'THB', amount: money('GBP', 10_00n) } as const;

type Dealer = Readonly<{ actor: CustomerActor; pounds: AccountId; bahts: AccountId }>;

const before = describeMachine();
const server = await startBenchServer();
const db = openDb(server.url, callers);
try {
  const yardstick = await openBaseline(server);
  const dealers = await createDealers();
  const loop = (work: (dealer: Dealer) => Promise<unknown>) => (): Promise<Sample> =>
    closedLoop({
      workers: callers,
      seconds,
      warmSeconds,
      cpu: () => processorMicros(server.pid),
      work: async () => {
        const dealer = dealers[Math.floor(Math.random() * dealers.length)];
        if (dealer) await work(dealer);
        return dealer !== undefined;
      },
    });
  const contestants: Contestant[] = [
    { name: 'TPC-B c8', run: () => yardstick.run(8, seconds) },
    { name: 'TPC-B c32', run: () => yardstick.run(callers, seconds) },
    { name: `prices, ${callers} callers`, run: loop(price) },
    { name: `quotes, ${callers} callers`, run: loop(quote) },
    { name: `conversions, ${callers} callers`, run: loop(exchange) },
  ];
  const samples = await interleave(rounds, contestants);
  const workloads = contestants.map(({ name }) => ({
    workload: name,
    'operations/s': roundToThreeDigits(medianOf(samples, name, 'perSecond')),
    '÷ TPC-B c32': roundToThreeDigits(ratioOf(samples, name, 'TPC-B c32')),
    'p50 ms': roundToThreeDigits(medianOf(samples, name, 'p50')),
    'p99 ms': roundToThreeDigits(medianOf(samples, name, 'p99')),
    'server µs': roundToThreeDigits(medianOf(samples, name, 'serverMicros')),
  }));
  console.log(
    `\n${before.cores} cores, medians of ${rounds} interleaved rounds of ${seconds} s, each in a durable transaction.`,
  );
  console.log(`Yardstick: TPC-B-like, prepared, scale 50, by ${yardstick.driver}.`);
  console.table(workloads);
  const settings = { rounds, seconds, customers, callers, yardstick: yardstick.driver, postgres: server.settings };
  writeResult('fx.json', { machine: before, settings, workloads, samples: Object.fromEntries(samples) });
} finally {
  await db.destroy();
  await server.stop();
}

function price(): Promise<unknown> {
  return inTransaction(db, (tx, now) => spotPrice({ tx, now }, conversion));
}

function quote({ actor }: Dealer): Promise<unknown> {
  const input = { sell: 'GBP', buy: 'THB', side: 'sell', amount: '10.00', idempotency: randomUUID() } as const;
  return inTransaction(db, (tx, now) => createFxQuote({ tx, now, actor, requestId: 'bench' }, input));
}

function exchange({ actor, pounds, bahts }: Dealer): Promise<unknown> {
  return inTransaction(db, async (tx, now) => {
    const { price: at } = await spotPrice({ tx, now }, conversion);
    const deal = { customerId: actor.customerId, userId: null, cause: 'auto', quoteId: null, price: at } as const;
    await bookConversion({ tx, now }, { ...deal, from: pounds, to: bahts });
  });
}

async function createDealers(): Promise<Dealer[]> {
  await inTransaction(db, openFirmAccounts);
  await writeSettings(db, sql`insert into fx.setting values (now() - interval '1 minute', 1000000)`);
  await inTransaction(db, async (tx, now) => {
    const perEuro = [readRate('EUR', 'GBP', '0.8706'), readRate('EUR', 'THB', '37.728')].filter(
      (rate) => rate !== undefined,
    );
    const ctx = { tx, now, actor: { kind: 'system', name: 'bench' }, requestId: 'bench' } as const;
    await recordRates(ctx, { source: 'bench', pricedAt: now, validForSeconds: 86_400, perEuro });
  });
  const pounds = await fundedAccounts(db, 'bench:pounds', 'GBP', customers);
  const bahts = await fundedAccounts(db, 'bench:bahts', 'THB', customers);
  const dealers: Dealer[] = [];
  for (const [n, from] of pounds.entries()) {
    const to = bahts[n];
    if (to !== undefined) dealers.push({ actor: await createActor(n), pounds: from, bahts: to });
  }
  return dealers;
}

function createActor(n: number): Promise<CustomerActor> {
  return inTransaction(db, async (tx) => {
    const actor = { kind: 'system', name: 'bench' } as const;
    const name = `Dealer ${n}`;
    const plus = { memberCode: `LM-9${n}`, kind: 'plus', kycStatus: 'approved', name } as const;
    const { id: customerId } = await createCustomer({ tx, actor }, plus);
    const [username, email] = [`dealer${n}`, `dealer${n}@example.com`];
    const { id: userId } = await createUser({ tx, actor }, { customerId, username, email, name, access: ['payment'] });
    const person = { kind: 'customer', userId, customerId, sessionId: randomUUID(), name, userType: 'plus' } as const;
    return {
      ...person,
      deviceId: null,
      isDeviceTrusted: false,
      isFrozen: false,
      isIdentityChecked: true,
      visit: null,
      role: 'owner',
      access: new Set(['payment']),
      kycVerified: true,
      isAgreementDue: false,
      accounts: null,
      limits: null,
      accountStatus: 'active',
      ip: '127.0.0.1',
    };
  });
}
