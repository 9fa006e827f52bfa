import { denials } from '@larkmere/contract/platform/denials';
import { message } from '@larkmere/messages/message';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import { requireRight } from '../../platform/requests/require-right.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import { type DelayedPayment, findDelayedPayment } from './compensation.read.ts';
import { compensationCeiling } from './compensation.settings.ts';
import type { CompensationRow } from './compensation.sql.ts';

/**
 * Refuses `access_denied`, also for all but compliance where the payer may not know why it waits; `not_found`;
 * `invalid_transition` without a delay, and while the payer may not be told; `account_not_usable`,
 * `account_restricted`.
 */
export async function requireDelayedPayment({ tx, actor }: StaffCtx, paymentId: string): Promise<DelayedPayment> {
  const payment = await findDelayedPayment(tx, paymentId);
  if (!payment) throw new Refusal('not_found');
  if (payment.isConfidential) requireRight(actor, 'screening_hits', 'act');
  const { isDelayed, isUnspoken, accountStatus, customerStatus } = payment;
  if (!isDelayed) throw new Refusal('invalid_transition', { reason: message('compensation_not_delayed') });
  if (isUnspoken) throw new Refusal('invalid_transition', { reason: message('compensation_delay_confidential') });
  if (accountStatus !== 'active')
    throw new Refusal('account_not_usable', {
      reason: message('compensation_account_inactive', { status: accountStatus }),
    });
  if (customerStatus === 'suspended' || customerStatus === 'closed') {
    const reasonCode = `payer_${customerStatus}` as const;
    throw new Refusal('account_restricted', { reason: message(denials[reasonCode]), data: { reasonCode } });
  }
  return payment;
}

export async function requireWithinCeiling(
  { tx }: Pick<StaffCtx, 'tx'>,
  { currency, minor }: Money,
  before: readonly CompensationRow[],
): Promise<void> {
  const ceiling = await readSetting(tx, compensationCeiling, { currency });
  const most = money(currency, ceiling?.maxMinor ?? 0n);
  const paid = before.filter(({ state }) => state === 'paid').reduce((sum, row) => sum + row.amountMinor, 0n);
  if (paid + minor <= most.minor) return;
  const used = money(currency, paid);
  throw new Refusal('limit_exceeded', {
    reason: message('compensation_limit_exceeded', { limit: most, used }),
    data: { limit: formatAmount(most), currency, used: formatAmount(used), resetsAt: null },
  });
}
