import { randomUUID } from 'node:crypto';
import { type Currency, minorDigits } from '@larkmere/money/money';
import { subtractMargin } from '@larkmere/money/rate';
import { recordRates } from '../apps/api/src/fx/rate/fetch-rates.ts';
import { selectLatest } from '../apps/api/src/fx/rate/rate.sql.ts';
import { openDb, type Tx } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import { withDatabase } from './database.ts';

const goodForSeconds = 120;

/**
 * Moves a currency against all others by basis points; a negative value weakens it. Triggers orders and alerts until
 * the feed's next price. Throws if there is no rate.
 */
export async function moveRate(tx: Tx, now: Date, currency: Currency, basisPoints: number): Promise<void> {
  const [latest] = await selectLatest(tx, [currency]);
  if (!latest) throw new Error(`there is no rate of ${currency} to move`);
  const ctx = { tx, now, actor: { kind: 'system', name: 'move-rate' }, requestId: randomUUID() } as const;
  const perEuro = [subtractMargin(latest.perEuro, basisPoints)];
  await recordRates(ctx, { source: 'moved by hand', pricedAt: now, validForSeconds: goodForSeconds, perEuro });
}

if (import.meta.main) {
  const [currency = '', percent = ''] = process.argv.slice(2);
  const basisPoints = Math.round(Number(percent) * 100);
  if (process.env.LARKMERE_MODE === 'production' || !Object.hasOwn(minorDigits, currency) || !basisPoints) {
    console.error('Only for a demo. Name a currency and percent: npm run rates:move -- GBP -0.5');
    process.exitCode = 1;
  } else {
    await withDatabase(async (url) => {
      const db = openDb(url, 1);
      await inTransaction(db, (tx, now) => moveRate(tx, now, currency as Currency, basisPoints));
      await db.destroy();
    });
    console.log(`${currency} moved by ${percent} % until the market’s next price, some seconds from now.`);
  }
}
