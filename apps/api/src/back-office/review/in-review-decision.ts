import type { Ctx } from '../../platform/requests/verb.ts';
import { capAtStatutoryDeadline, earlierOf } from './cap-at-statutory-deadline.ts';
import { selectReviewSettings } from './review.read.ts';

const hourMs = 3_600_000;

export async function buildInReviewDecision({ tx, now }: Pick<Ctx, 'tx' | 'now'>, id: string) {
  const { newsHours, decideHours } = await selectReviewSettings(tx);
  const deadlineAt = await capAtStatutoryDeadline(tx, id, new Date(now.getTime() + decideHours * hourMs));
  return {
    to: 'in_review' as const,
    reasonCode: 'extra_checks' as const,
    reason: 'We have what you sent us and are looking at it. Your money is set aside and safe.',
    nextStep: 'We decide, or ask you once more.',
    nextUpdateAt: earlierOf(new Date(now.getTime() + newsHours * hourMs), deadlineAt),
    deadlineAt,
  };
}
