import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { post } from '@larkmere/ledger/transfer';
import type { AccountId, OperationId } from '@larkmere/ledger/types';
import { type Currency, readAmount } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { houseAccount, narrate, shortReference } from '../apps/api/src/books/books.ts';
import { type Db, openDb } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import { selectLatest } from '../apps/api/src/rate/rate.sql.ts';
import { recordRates } from '../apps/api/src/rate/record-rates.ts';
import { moveRate } from '../tools/move-rate.ts';
import { runningPostgres } from '../tools/postgres.ts';
import { test } from './larkmere.ts';

async function inBank<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(runningPostgres(join(process.env.E2E_DATA_DIR ?? '', 'postgres')) ?? '', 1);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

type Market = {
  /**
   * Moves the pound by this many basis points; the default is visible but too small to refuse a quote. Holds a lock,
   * so only one test moves the market at a time.
   */
  weakenPound: (basisPoints?: number) => Promise<void>;
};

export const marketTest = test.extend<Market>({
  weakenPound: async ({ baseURL }, use) => {
    await inBank(async (db) => {
      await sql`select pg_advisory_lock(hashtext(${baseURL}))`.execute(db);
      await use((basisPoints = 20) => inTransaction(db, (tx, now) => moveRate(tx, now, 'GBP', -basisPoints)));
    });
  },
});

/** The only pair whose market is closed in every run. */
const closedPair = 'EUR/THB';

export async function givenRates(): Promise<void> {
  await inBank(openMarket);
  await givenPrices();
}

async function openMarket(db: Db): Promise<void> {
  const dayMs = 86_400_000;
  const holidays = [-1, 0, 1].map((ahead) => ({
    date: new Date(Date.now() + ahead * dayMs).toISOString().slice(0, 10),
    pairs: [closedPair],
  }));
  await sql`insert into fx.off_time (effective_from, timezone, weekly, holidays, policy, plus_markup_bps, wallet_markup_bps,
      allow_hold_until_open, message)
    values (now(), 'UTC', '[]', ${JSON.stringify(holidays)}::jsonb, 'markup', 20, 50, true, 'It is a holiday in Bangkok.')`.execute(
    db,
  );
}

const givenPrices = (): Promise<void> =>
  inBank((db) =>
    inTransaction(db, async (tx, now) => {
      const latest = await selectLatest(tx, ['GBP', 'THB']);
      if (latest.length === 2 && latest.every(({ goodUntil }) => goodUntil > now)) return;
      const quiet = [readRate('EUR', 'GBP', '0.8706'), readRate('EUR', 'THB', '37.728')];
      const perEuro = quiet.filter((rate) => rate !== undefined);
      const ctx = { tx, now, actor: { kind: 'system', name: 'test' }, requestId: randomUUID() } as const;
      await recordRates(ctx, { source: 'test', pricedAt: now, goodForSeconds: 3600, perEuro });
    }),
  );

export const givenOpenRail = (rail: 'fedwire' | 'bahtnet' | 'sepa-credit-transfer'): Promise<unknown> =>
  inBank((db) =>
    sql`insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, time_zone, arrival_seconds)
      select rail, currency, now(), min_minor, max_minor, time_zone, 3600 from payment.rail_rule where rail = ${rail}
      on conflict do nothing`.execute(db),
  );

/** Sets the lifetime of quotes. Use a pair that no other test exchanges. */
export const givenQuoteSeconds = (seconds: number, sell = 'GBP', buy = 'THB'): Promise<unknown> =>
  inBank((db) =>
    sql`insert into fx.price_rule select sell, buy, tier, margin_bps, fee_minor, most_minor, ${seconds}, ${seconds}, now()
      from fx.price_rule where sell = ${sell} and buy = ${buy} and tier = 'plus' order by effective_from desc limit 1`.execute(
      db,
    ),
  );

export const givenMoney = (bankholderid: string, currency: Currency, amount: string): Promise<void> =>
  inBank((db) =>
    inTransaction(db, async (tx) => {
      const credited = readAmount(currency, amount);
      if (!credited) throw new Error(`${amount} is not an amount of ${currency}`);
      const { ledger_account_id: credit } = await tx
        .selectFrom('bank_account.account')
        .select('ledger_account_id')
        .where('bankholder_id', '=', bankholderid)
        .executeTakeFirstOrThrow();
      const debit = await houseAccount(tx, `opening-balance:${currency}`);
      const id = v7() as OperationId;
      const postings = [{ debit, credit: credit as AccountId, amount: credited }];
      await post(tx, { id, code: 'credit.received', postings });
      await narrate(tx, id, { kind: 'credit', reference: shortReference(), description: 'Opening deposit' });
    }),
  );
