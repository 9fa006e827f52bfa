import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { recordRates } from '../apps/api/src/rate/record-rates.ts';
import { asSystem } from './given.ts';

export const quietDay = { GBP: '0.8706', THB: '37.728', USD: '1.1684', JPY: '186.75' } as const;

export async function givenRates(
  db: Db,
  perEuro: Readonly<Partial<Record<Currency, string>>> = quietDay,
  { goodForSeconds = 600, pricedAt }: Readonly<{ goodForSeconds?: number; pricedAt?: Date }> = {},
): Promise<boolean> {
  const rates = Object.entries(perEuro).map(([currency, text]) => {
    const rate = readRate('EUR', currency as Currency, text);
    if (!rate) throw new Error(`${text} is not a rate`);
    return rate;
  });
  return asSystem(db, (ctx) =>
    recordRates(ctx, { source: 'test', pricedAt: pricedAt ?? ctx.now, goodForSeconds, perEuro: rates }),
  );
}
