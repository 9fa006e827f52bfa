import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { denials } from '@larkmere/contract/platform/denials';
import { message } from '@larkmere/messages/message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import { requireRole } from '../../platform/requests/require-role.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import { type DelayedPayment, findDelayedPayment } from './compensation.read.ts';
import { compensationCeiling } from './compensation.settings.ts';
import type { CompensationRow } from './compensation.sql.ts';

export const decidingRoles = ['payment_operations', 'compliance', 'mlro'] as const satisfies readonly StaffRole[];

const nothingPaid = 'Nothing was paid.';

/**
 * Refuses `access_denied`, also for all but compliance where the payer may not know why it waits; `not_found`;
 * `invalid_transition` without a delay, and while the payer may not be told; `account_not_usable`,
 * `account_restricted`.
 */
export async function requireDelayedPayment({ tx, actor }: StaffCtx, paymentId: string): Promise<DelayedPayment> {
  requireRole(actor, ...decidingRoles);
  const payment = await findDelayedPayment(tx, paymentId);
  if (!payment) throw new Refusal('not_found');
  if (payment.isConfidential) requireRole(actor, 'compliance', 'mlro');
  const { isDelayed, isUnspoken, accountStatus, customerStatus } = payment;
  if (!isDelayed) throw new Refusal('invalid_transition', { message: `This payment was not delayed. ${nothingPaid}` });
  if (isUnspoken)
    throw new Refusal('invalid_transition', { message: `The payer may not be told of this delay yet. ${nothingPaid}` });
  if (accountStatus !== 'active')
    throw new Refusal('account_not_usable', {
      message: `The account that this payment left is ${accountStatus}. ${nothingPaid}`,
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
  const most = money(currency, ceiling?.max_minor ?? 0n);
  const paid = before.filter(({ state }) => state === 'paid').reduce((sum, row) => sum + row.amount_minor, 0n);
  if (paid + minor <= most.minor) return;
  const used = money(currency, paid);
  throw new Refusal('limit_exceeded', {
    message: `One payment is compensated with ${formatDisplayMoney(most)} at most, and ${formatDisplayMoney(used)} were paid. ${nothingPaid}`,
    data: { limit: formatAmount(most), currency, used: formatAmount(used), resetsAt: null },
  });
}
