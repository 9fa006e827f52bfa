import { holdsCardNumber } from '@larkmere/contract/card-number';
import type { PayeeView } from '@larkmere/contract/payee';
import { formatAmount, type Money } from '@larkmere/money/money';
import type { Ctx } from '../kernel/verb.ts';
import { badgesOf } from '../team-approval/team-approval.ts';
import { largestPaidTo } from './payee.read.ts';
import type { Payee } from './payee.ts';
import { linesOf } from './summary.ts';

/** Payees as their owner sees them. */
export async function viewsOf({ tx }: Ctx, payees: readonly Payee[]): Promise<PayeeView[]> {
  const ids = payees.map(({ id }) => id);
  const largest = ids.length > 0 ? await largestPaidTo(tx, ids) : new Map<string, Money>();
  const badges = await badgesOf(tx, 'payee', ids);
  return payees.map((payee) => viewed(payee, largest.get(payee.id), badges.get(payee.id)));
}

/** One payee as its owner sees it. */
export async function viewOf(ctx: Ctx, payee: Payee): Promise<PayeeView> {
  const [view] = await viewsOf(ctx, [payee]);
  if (!view) throw new Error(`payee ${payee.id} has no view`);
  return view;
}

const viewed = (payee: Payee, largest: Money | undefined, badge: PayeeView['teamApproval'] | undefined): PayeeView => ({
  uid: payee.id,
  version: payee.version,
  type: payee.type,
  currency: payee.currency,
  entityType: payee.entityType,
  name: payee.name,
  firstName: payee.details.firstName ?? null,
  lastName: payee.details.lastName ?? null,
  companyName: payee.entityType === 'company' ? payee.name : null,
  nickname: payee.nickname,
  details: payee.details,
  lines: linesOf(payee),
  defaultReference: payee.defaultReference,
  favourite: payee.favourite,
  ownAccount: payee.ownAccount,
  cardNumberIn: (['nickname', 'defaultReference'] as const).filter((text) => holdsCardNumber(payee[text] ?? '')),
  status: payee.status,
  reasonCode: payee.reasonCode,
  reason: payee.reason,
  nameCheck:
    payee.nameCheckResult && payee.nameCheckedAt
      ? {
          result: payee.nameCheckResult,
          actualName: payee.actualName,
          checkedAt: payee.nameCheckedAt.toISOString(),
        }
      : null,
  teamApproval: badge ?? null,
  lastPaidAt: payee.lastPaidAt?.toISOString() ?? null,
  largestPaid: largest ? { amount: formatAmount(largest), currency: largest.currency } : null,
  summary: payee.summary,
  createdAt: payee.createdAt.toISOString(),
});
