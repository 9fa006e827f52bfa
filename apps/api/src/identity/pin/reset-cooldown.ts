import type { Purpose } from '@larkmere/contract/purpose';
import { message } from '@larkmere/messages/message';
import { type Currency, compare, formatAmount, type Money, money, readAmount } from '@larkmere/money/money';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import { coolingLimit } from './pin.settings.ts';

/**
 * After a reset of the PIN or the second factor, larger payments are blocked for a day: a stolen password alone must not
 * empty an account.
 */
export const coolingHours = 24;

export async function getCoolingLimit(tx: Tx, currency: Currency): Promise<Money> {
  const row = await readSetting(tx, coolingLimit, { currency });
  return money(currency, row?.limitMinor ?? 0n);
}

export async function findCoolingRefusal(
  { tx, now }: Ctx,
  resetAt: Date | null,
  purpose: Purpose,
): Promise<Refusal | undefined> {
  if (resetAt === null || now.getTime() - resetAt.getTime() >= coolingHours * 3_600_000) return undefined;
  for (const { currency, amount } of outgoingAmounts(purpose)) {
    const [sum, limit] = [readAmount(currency, amount), await getCoolingLimit(tx, currency)];
    if (sum && compare(sum, limit) <= 0) continue;
    return new Refusal('pin_cooling', {
      reason: message('pin_cooling_limit', { hours: coolingHours, limit }),
      data: { limit: formatAmount(limit), currency },
    });
  }
  return undefined;
}

type OutgoingAmount = Readonly<{ currency: Currency; amount: string }>;

const outgoingOperations: readonly Purpose['operation'][] = [
  'approval.approve',
  'standing-order.set',
  'standing-order.next',
  'transfer.member',
];

/** Amounts per currency that go to another party. Transfers between own accounts do not count. */
function outgoingAmounts(purpose: Purpose): readonly OutgoingAmount[] {
  if (purpose.operation === 'payment.bulk') return purpose.totals;
  if (purpose.operation === 'auto-fx.set') {
    const { afterFill, buy } = purpose.terms;
    return afterFill ? [{ currency: buy, amount: afterFill.maxAmount }] : [];
  }
  const isOutgoing = purpose.operation.startsWith('payment.') || outgoingOperations.includes(purpose.operation);
  return isOutgoing && 'amount' in purpose ? [purpose] : [];
}
