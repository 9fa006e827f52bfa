import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Rate, rateOf, readRate } from '@larkmere/money/rate';
import { sql } from 'kysely';
import { type Db, openDb } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import { selectLatest } from '../apps/api/src/rate/rate.sql.ts';
import { recordRates } from '../apps/api/src/rate/record-rates.ts';
import { runningPostgres } from '../tools/postgres.ts';

async function inBank<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(runningPostgres(join(process.env.E2E_DATA_DIR ?? '', 'postgres')) ?? '', 1);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** The pound loses a fifth of a percent at this moment: enough to be seen, too little for a quote to be refused. */
export const weakenPound = (): Promise<void> =>
  inBank((db) =>
    inTransaction(db, async (tx, now) => {
      const latest = (await selectLatest(tx, ['GBP', 'THB'])).map(({ perEuro }) => perEuro);
      const perEuro = latest.map((rate) => (rate.quote === 'GBP' ? weaker(rate) : rate));
      const ctx = { tx, now, actor: { kind: 'system', name: 'test' }, requestId: randomUUID() } as const;
      await recordRates(ctx, { source: 'test', pricedAt: now, goodForSeconds: 3600, perEuro });
    }),
  );

const weaker = ({ base, quote, numerator, denominator }: Rate): Rate =>
  rateOf(base, quote, numerator * 1002n, denominator * 1000n);

/** Some rates, should the market of the sandbox have none yet. */
export const givenRates = (): Promise<void> =>
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

/** Quotes from pounds into baht hold for so long from now on; no other test exchanges these. */
export const givenQuoteSeconds = (seconds: number): Promise<unknown> =>
  inBank((db) =>
    sql`insert into fx.price_rule select sell, buy, tier, margin_bps, fee_minor, most_minor, ${seconds}, ${seconds}, now()
      from fx.price_rule where sell = 'GBP' and buy = 'THB' and tier = 'plus' order by effective_from desc limit 1`.execute(
      db,
    ),
  );
