import type { PayeeView } from '@larkmere/contract/payees/payee';
import { containsCardNumber } from '@larkmere/contract/platform/card-number';
import { formatAmount, type Money } from '@larkmere/money/money';
import { loadRequestSummaries } from '../../approvals/approval/approval.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findLargestPayments, findPayeeOrigins, type PayeeOrigin } from './payee.read.ts';
import { findPayeeBanks, type PayeeBank } from './payee-bank.ts';
import type { Payee } from './payee-record.ts';
import { linesOf } from './summary.ts';

export async function toPayeeViews({ tx }: Ctx, payees: readonly Payee[]): Promise<PayeeView[]> {
  if (payees.length === 0) return [];
  const ids = payees.map(({ id }) => id);
  const largest = await findLargestPayments(tx, ids);
  const badges = await loadRequestSummaries(tx, 'payee', ids);
  const origins = await findPayeeOrigins(tx, ids);
  const banks = await findPayeeBanks(tx, payees);
  return payees.map((payee, place) => {
    const [bank, origin] = [banks[place], origins.get(payee.id)];
    if (!bank || !origin) throw new Error(`payee ${payee.id} was added by nobody`);
    return buildPayeeView(payee, { bank, origin, largest: largest.get(payee.id), badge: badges.get(payee.id) });
  });
}

export async function toPayeeView(ctx: Ctx, payee: Payee): Promise<PayeeView> {
  const [view] = await toPayeeViews(ctx, [payee]);
  if (!view) throw new Error(`payee ${payee.id} has no view`);
  return view;
}

type PayeeContext = Readonly<{
  bank: PayeeBank;
  origin: PayeeOrigin;
  largest: Money | undefined;
  badge: PayeeView['approvalRequest'] | undefined;
}>;

const buildPayeeView = (payee: Payee, { bank, origin, largest, badge }: PayeeContext): PayeeView => ({
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
  cardNumberIn: (['nickname', 'defaultReference'] as const).filter((text) => containsCardNumber(payee[text] ?? '')),
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
  approvalRequest: badge ?? null,
  lastPaidAt: payee.lastPaidAt?.toISOString() ?? null,
  largestPaid: largest ? { amount: formatAmount(largest), currency: largest.currency } : null,
  summary: payee.summary,
  bankName: bank.name,
  derivedBic: bank.derivedBic,
  createdBy: origin.createdBy,
  approvedBy: origin.approvedBy && approvalOf(origin.approvedBy),
  createdAt: payee.createdAt.toISOString(),
});

/** Staff names are not disclosed to customers. */
const approvalOf = ({ isStaff, names, at }: NonNullable<PayeeOrigin['approvedBy']>): PayeeView['approvedBy'] => ({
  by: isStaff ? 'larkmere' : 'colleagues',
  names: isStaff ? [] : [...names],
  at: at.toISOString(),
});
