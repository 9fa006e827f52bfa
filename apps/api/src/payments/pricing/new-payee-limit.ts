import { type Currency, money } from '@larkmere/money/money';
import { lowerAfterReset } from '../../identity/recovery/recovery.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { NewPayeeLimit } from './limits.ts';
import { selectNewPayeeLimit } from './new-payee-limit.sql.ts';

const longestLimitMs = 168 * 3_600_000;

type ExecutionTiming = Readonly<{ executesAt?: Date | undefined; excludedPaymentId?: string | undefined }>;

export async function findNewPayeeLimit(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { id: payeeId, accountSince }: Pick<Payee, 'id' | 'accountSince'>,
  { userId, currency }: Readonly<{ userId: string; currency: Currency }>,
  { executesAt, excludedPaymentId }: ExecutionTiming = {},
): Promise<NewPayeeLimit | undefined> {
  const at = executesAt ?? now;
  if (at.getTime() - accountSince.getTime() > longestLimitMs) return undefined;
  const found = await selectNewPayeeLimit(tx, {
    payeeId,
    accountSince,
    currency,
    executesAt: at,
    excludedPaymentId: excludedPaymentId ?? null,
  });
  if (!found) return undefined;
  const max = await lowerAfterReset({ tx, now }, userId, money(currency, found.limit_minor));
  return { payeeId, max, sent: money(currency, found.sent_minor), until: found.until };
}
