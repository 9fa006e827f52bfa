import { holdsCardNumber } from '@larkmere/contract/card-number';
import type { PayeeView } from '@larkmere/contract/payee';
import { formatAmount, type Money } from '@larkmere/money/money';
import type { Ctx } from '../kernel/verb.ts';
import { badgesOf } from '../team-approval/team-approval.ts';
import { type PayeeBank, payeeBanks } from './bank-of-payee.ts';
import { largestPaidTo, type Origin, originsOf } from './payee.read.ts';
import type { Payee } from './payee.ts';
import { linesOf } from './summary.ts';

export async function viewsOf({ tx }: Ctx, payees: readonly Payee[]): Promise<PayeeView[]> {
  if (payees.length === 0) return [];
  const ids = payees.map(({ id }) => id);
  const largest = await largestPaidTo(tx, ids);
  const badges = await badgesOf(tx, 'payee', ids);
  const origins = await originsOf(tx, ids);
  const banks = await payeeBanks(tx, payees);
  return payees.map((payee, place) => {
    const [bank, origin] = [banks[place], origins.get(payee.id)];
    if (!bank || !origin) throw new Error(`payee ${payee.id} was added by nobody`);
    return viewed(payee, { bank, origin, largest: largest.get(payee.id), badge: badges.get(payee.id) });
  });
}

export async function viewOf(ctx: Ctx, payee: Payee): Promise<PayeeView> {
  const [view] = await viewsOf(ctx, [payee]);
  if (!view) throw new Error(`payee ${payee.id} has no view`);
  return view;
}

type Around = Readonly<{
  bank: PayeeBank;
  origin: Origin;
  largest: Money | undefined;
  badge: PayeeView['teamApproval'] | undefined;
}>;

const viewed = (payee: Payee, { bank, origin, largest, badge }: Around): PayeeView => ({
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
  bankName: bank.name,
  derivedBic: bank.derivedBic,
  createdBy: origin.createdBy,
  approvedBy: origin.approvedBy && approvalOf(origin.approvedBy),
  createdAt: payee.createdAt.toISOString(),
});

/** Staff names are not disclosed to customers. */
const approvalOf = ({ isStaff, names, at }: NonNullable<Origin['approvedBy']>): PayeeView['approvedBy'] => ({
  by: isStaff ? 'larkmere' : 'colleagues',
  names: isStaff ? [] : [...names],
  at: at.toISOString(),
});
