import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { balanceOf } from '@larkmere/ledger/balance';
import { checkInvariants } from '@larkmere/ledger/invariants';
import { formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { houseAccount } from '../../apps/api/src/books/books.ts';
import { type Db, openDb } from '../../apps/api/src/kernel/db.ts';
import { partnerCall } from '../../apps/api/src/kernel/partner.ts';
import { inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import { londonDay } from '../../apps/api/src/payment/apply-answer.ts';
import { type Given, givenAccount, givenCustomer, givenPayee } from '../given.ts';
import { givenCredentials, signIn } from '../given-app.ts';
import { approve, type Order, orderFor } from '../given-payment.ts';
import { askAgain, type Entry, sendAll } from './history.ts';
import { openWorld, railSecret, type World } from './world.ts';

const clients = 6;
const ordersEach = 250;
const kills = { api: Number(process.env.API_KILLS ?? 8), database: Number(process.env.DATABASE_KILLS ?? 3) };

let world: World | undefined;
let db: Db | undefined;
afterEach(async () => {
  await db?.destroy();
  await world?.stop();
});

type Client = { who: Given; token: string; orders: Order[] };

/** Somebody with money, a payee and approvals for many payments, so that the PIN does not slow the storm down. */
async function givenClient(db: Db, base: string): Promise<Client> {
  const who = await givenCustomer(db);
  await givenCredentials(db, who);
  const [account, payee] = [await givenAccount(db, who, { balance: '40000.00' }), await givenPayee(db, who)];
  const { token } = await signIn(base, who);
  const session = await db
    .selectFrom('session.session')
    .select('id')
    .where('person_id', '=', who.person.id)
    .executeTakeFirstOrThrow();
  const orders: Order[] = [];
  for (let n = 0; n < ordersEach; n += 1) {
    const amount = `${1 + (n % 9)}.${String(n % 89).padStart(2, '0')}`;
    orders.push(
      await approve(
        db,
        who,
        orderFor(account, payee, {
          amount,
          idempotency: randomUUID(),
          confirmDuplicate: true,
          reference: `Storm ${n}`,
        }),
        session.id,
      ),
    );
  }
  await sql`update pin.approval set expires_at = now() + interval '1 hour'`.execute(db);
  return { who, token, orders };
}

type Verdict = {
  acknowledged: number;
  unknown: number;
  lost: string[];
  doubled: string[];
  changed: string[];
  refused: string[];
};

/** Compares what clients were told with what the database holds. */
async function judge(db: Db, history: readonly Entry[]): Promise<Verdict> {
  const { rows } = await sql<{
    id: string;
    payee_reference: string;
    payer_account_number: string;
  }>`select id, payee_reference, payer_account_number from payment.payment`.execute(db);
  const held = new Set(rows.map(({ id }) => id));
  const told = history.flatMap(({ replies }) =>
    replies.slice(0, 1).map((text) => (JSON.parse(text) as { data: { uid: string } }).data.uid),
  );
  return {
    acknowledged: told.length,
    unknown: history.reduce((sum, { unanswered }) => sum + unanswered, 0),
    lost: told.filter((id) => !held.has(id)),
    doubled: held.size > told.length ? [`${held.size} payments for ${told.length} orders`] : [],
    changed: history.filter(({ replies }) => new Set(replies).size > 1).map(({ order }) => order.idempotency),
    refused: history.flatMap(({ refused }) => (refused === undefined ? [] : [refused])),
  };
}

async function storm(world: World, db: Db, nemesis: () => Promise<void>): Promise<Entry[]> {
  const people: Client[] = [];
  for (let n = 0; n < clients; n += 1) people.push(await givenClient(db, world.base));
  await sql`checkpoint`.execute(db); // the storm is about payments: people and approvals are on disk before it begins
  let over = false;
  const sending = people.map(({ token, orders }) => sendAll({ base: world.base, token, orders, stopped: () => over }));
  await sleep(500);
  await nemesis();
  over = true;
  const histories = await Promise.all(sending);
  await Promise.all(histories.map((history, n) => askAgain(world.base, people[n]?.token ?? '', history)));
  return histories.flat();
}

/** Waits until the bank and we have said everything to each other, and compares what it paid out with what we booked. */
async function agreeWithBank(world: World, db: Db): Promise<void> {
  const open = () =>
    sql<{
      n: number;
    }>`select count(*)::int as n from payment.payment where state not in ('completed', 'rejected', 'returned', 'failed')`.execute(
      db,
    );
  for (let tries = 0; tries < 300 && (await open()).rows[0]?.n !== 0; tries += 1) await sleep(200);
  expect((await open()).rows[0]?.n).toBe(0);
  expect(await bankBalance(world)).toBe(await safeguarded(db));
}

/** Closing balance of the bank's own statement of today. */
async function bankBalance(world: World): Promise<string> {
  const day = londonDay(new Date());
  const { body } = await partnerCall({
    baseUrl: world.bank,
    secret: railSecret,
    timeoutMs: 5000,
    method: 'GET',
    path: `/v1/statements/${day}`,
  });
  const closing = body.match(/<Cd>CLBD<\/Cd>[\s\S]*?<Amt Ccy="GBP">([\d.]+)<\/Amt>\s*<CdtDbtInd>(CRDT|DBIT)</);
  return `${closing?.[2] === 'DBIT' ? '-' : ''}${closing?.[1]}`;
}

/** What our books say lies at the bank: an asset, so it grows with debits. */
async function safeguarded(db: Db): Promise<string> {
  const { balance } = await inTransaction(db, async (tx) =>
    balanceOf(tx, await houseAccount(tx, 'safeguarding:sandbox-bank:GBP')),
  );
  return formatAmount(money('GBP', -balance.minor));
}

async function lever(world: World, method: string, name: string, body: object): Promise<void> {
  const response = await fetch(`${world.bank}/sandbox/${name}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the bank's ${name} answered ${response.status}: ${await response.text()}`);
}

describe('under load, with processes killed', () => {
  it('loses and doubles nothing that was acknowledged', async () => {
    world = await openWorld();
    db = openDb(world.databaseUrl, 4);
    await lever(world, 'POST', 'opening', {
      amount: `${clients * 40_000}.00`,
      at: new Date(Date.now() - 86_400_000).toISOString(),
    });
    await lever(world, 'PUT', 'settings', { acceptDelayMs: [10, 60], settleDelayMs: [10, 60] });
    const [toApi, toDatabase]: [number[], number[]] = [[], []];
    const history = await storm(world, db, async () => {
      for (let n = 0; n < Math.max(kills.api, kills.database); n += 1) {
        if (n < kills.api) toApi.push(await (world as World).killApi());
        await sleep(400 + ((n * 97) % 300));
        if (n < kills.database) toDatabase.push(await (world as World).killDatabase());
        await sleep(400 + ((n * 61) % 300));
      }
    });
    const verdict = await judge(db, history);
    console.log(
      `crash: ${JSON.stringify({ ...verdict, killsOfApi: toApi.length, killsOfDatabase: toDatabase.length, recoverApiMs: median(toApi), recoverDatabaseMs: median(toDatabase) })}`,
    );
    expect(verdict).toMatchObject({ lost: [], doubled: [], changed: [], refused: [] });
    expect(verdict.acknowledged).toBeGreaterThan(100);
    expect(verdict.unknown).toBeGreaterThan(0); // otherwise nobody was hurt and nothing is shown
    await checkInvariants(db);
    await agreeWithBank(world, db);
  });

  it('is seen to lose payments when commits are not written to disk, so the test above can fail', async () => {
    world = await openWorld(['synchronous_commit=off', 'wal_writer_delay=10s', 'wal_writer_flush_after=1GB']);
    db = openDb(world.databaseUrl, 4);
    const history = await storm(world, db, async () => {
      for (let n = 0; n < 3; n += 1) {
        await sleep(700);
        await (world as World).killDatabase();
      }
    });
    const verdict = await judge(db, history);
    console.log(
      `control: ${JSON.stringify({ acknowledged: verdict.acknowledged, lost: verdict.lost.length, changed: verdict.changed.length, refused: verdict.refused.length })}`,
    );
    expect(verdict.lost.length).toBeGreaterThan(0);
  });
});

const median = (values: number[]): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
