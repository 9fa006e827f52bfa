import type { DisputeView } from '@larkmere/contract/cards/card-payment';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, money } from '@larkmere/money/money';
import type { Tx } from '../../platform/db/db.ts';
import { findTimelines } from '../../platform/lifecycle/change-state.ts';
import type { CardPayment } from './card-payment.sql.ts';
import type { Dispute } from './dispute.sql.ts';
import { cardDisputeLifecycle } from './dispute-lifecycle.ts';

/** Of one payment. */
export async function viewDisputes(
  tx: Tx,
  { billingCurrency }: CardPayment,
  disputes: readonly Dispute[],
): Promise<DisputeView[]> {
  const currency = billingCurrency;
  const ids = disputes.map(({ id }) => id);
  const timelines = await findTimelines(tx, cardDisputeLifecycle, ids);
  return disputes.map((dispute) => ({
    uid: dispute.id,
    reason: dispute.reason,
    note: dispute.note,
    amount: { amount: formatAmount(money(currency, dispute.amountMinor)), currency },
    state: dispute.state,
    stateText: defaultText(`card_dispute_${dispute.state}`),
    answerBy: dispute.answerBy,
    openedAt: dispute.openedAt.toISOString(),
    timeline: timelines.get(dispute.id) ?? [],
  }));
}
