import type { ClosureBlockerKind } from '@larkmere/contract/customers/closure';
import type { SessionView } from '@larkmere/contract/identity/session';
import { paths } from '../../platform/navigation/paths.ts';

type Pages = Readonly<Partial<Record<ClosureBlockerKind, string>>>;

const plusPages: Pages = {
  payments: paths.payments,
  approvals: paths.teamApprovals,
  standing_orders: paths.standingOrders,
  auto_fx: paths.autoFx,
  bank_payments: paths.instantPayments,
  card_payments: paths.card,
  manual_fx: paths.requestFx,
};

const walletPages: Pages = {
  payments: '/wallet/payments?group=waiting',
  standing_orders: '/wallet/standing-order',
  bank_payments: paths.walletDeposit,
  card_top_ups: paths.walletDeposit,
  upgrade: paths.walletUpgrade,
};

/** Where the customer can finish what stands in the way of the closing. Undefined where only we can. */
export const blockerPage = (kind: ClosureBlockerKind, userType: SessionView['userType']): string | undefined =>
  (userType === 'wallet' ? walletPages : plusPages)[kind];

/** Where the customer sends what is left, as long as no account of their own is chosen for it. */
export const payOutPage = (userType: SessionView['userType']): string =>
  userType === 'wallet' ? paths.walletSend : paths.payment;
