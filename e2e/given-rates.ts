import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readRate } from '@larkmere/money/rate';
import { sql } from 'kysely';
import { openDb } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import { recordRates } from '../apps/api/src/rate/record-rates.ts';
import { runningPostgres } from '../tools/postgres.ts';

const open = () => openDb(runningPostgres(join(process.env.E2E_DATA_DIR ?? '', 'postgres')) ?? '', 1);

/** What a euro buys from this moment on, good for an hour. A source that says otherwise later is believed. */
export async function givenRates(pounds = '0.8706'): Promise<void> {
  const db = open();
  try {
    await inTransaction(db, async (tx, now) => {
      const perEuro = [readRate('EUR', 'GBP', pounds), readRate('EUR', 'THB', '37.728')].filter(
        (rate) => rate !== undefined,
      );
      const ctx = { tx, now, actor: { kind: 'system', name: 'test' }, requestId: randomUUID() } as const;
      await recordRates(ctx, { source: 'test', pricedAt: now, goodForSeconds: 3600, perEuro });
    });
  } finally {
    await db.destroy();
  }
}

/** Quotes from pounds into baht hold for so long from now on; no other test exchanges these. */
export async function givenQuoteSeconds(seconds: number): Promise<void> {
  const db = open();
  try {
    await sql`insert into fx.price_rule select sell, buy, tier, margin_bps, fee_minor, most_minor, ${seconds}, ${seconds}, now()
      from fx.price_rule where sell = 'GBP' and buy = 'THB' and tier = 'plus' order by effective_from desc limit 1`.execute(
      db,
    );
  } finally {
    await db.destroy();
  }
}
