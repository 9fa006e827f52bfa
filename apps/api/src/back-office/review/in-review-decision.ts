import { defaultText } from '@larkmere/messages/format-message';
import { paymentSetting } from '../../payments/payment/payment.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { capAtStatutoryDeadline, earlierOf } from './cap-at-statutory-deadline.ts';

const hourMs = 3_600_000;

export async function buildInReviewDecision({ tx, now }: Pick<Ctx, 'tx' | 'now'>, id: string) {
  const { updateIntervalHours, decisionSlaHours } = await requireSetting(tx, paymentSetting, {});
  const deadlineAt = await capAtStatutoryDeadline(tx, id, new Date(now.getTime() + decisionSlaHours * hourMs));
  return {
    to: 'in_review' as const,
    reasonCode: 'extra_checks' as const,
    reason: defaultText('payment_answer_in_review'),
    nextStep: defaultText('payment_decision_next'),
    nextUpdateAt: earlierOf(new Date(now.getTime() + updateIntervalHours * hourMs), deadlineAt),
    deadlineAt,
  };
}
