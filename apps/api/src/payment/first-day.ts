import { type Currency, money } from '@larkmere/money/money';
import type { Ctx } from '../kernel/verb.ts';
import type { Payee } from '../payee/payee.ts';
import { firstDayLimitOf } from './first-day.sql.ts';
import type { FirstDay } from './limits.ts';

const longestMs = 168 * 3_600_000;

type Timing = Readonly<{ leavesAt?: Date | undefined; leftOut?: string | undefined }>;

export async function firstDayOf(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { id: payeeId, accountSince }: Pick<Payee, 'id' | 'accountSince'>,
  currency: Currency,
  { leavesAt, leftOut }: Timing = {},
): Promise<FirstDay | undefined> {
  const at = leavesAt ?? now;
  if (at.getTime() - accountSince.getTime() > longestMs) return undefined;
  const found = await firstDayLimitOf(tx, { payeeId, accountSince, currency, at, leftOut: leftOut ?? null });
  if (!found) return undefined;
  const [most, sent] = [money(currency, found.limit_minor), money(currency, found.sent_minor)];
  return { payeeId, most, sent, until: found.until };
}
