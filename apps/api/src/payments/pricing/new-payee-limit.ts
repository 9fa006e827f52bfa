import { type Currency, type Money, money } from '@larkmere/money/money';
import { lowerAfterReset } from '../../identity/recovery/recovery.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import type { NewPayeeLimit } from './limits.ts';
import { selectNewPayeeLimit } from './price.sql.ts';
import { newPayeeLimit } from './pricing.settings.ts';

const hourMs = 3_600_000;
const longestLimitMs = 168 * hourMs;

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
  const max = await lowerAfterReset({ tx, now }, userId, money(currency, found.limitMinor));
  return { payeeId, max, sent: money(currency, found.sentMinor), until: found.until };
}

type NewRecipient = Readonly<{ id: string; firstPaidAt: Date | null; sent: Money; senderId: string }>;

/** The same limit for a member who was first sent money lately, or never. `sent`: what they got since then. */
export async function findNewRecipientLimit(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { id, firstPaidAt, sent, senderId }: NewRecipient,
): Promise<NewPayeeLimit | undefined> {
  const { currency } = sent;
  const rule = await readSetting(tx, newPayeeLimit, { currency });
  if (!rule) return undefined;
  const until = new Date((firstPaidAt ?? now).getTime() + rule.hours * hourMs);
  if (now >= until) return undefined;
  const max = await lowerAfterReset({ tx, now }, senderId, money(currency, rule.limitMinor));
  return { payeeId: id, max, sent, until };
}
