import type { Ctx } from '../kernel/verb.ts';
import { promisesOf } from './review.read.ts';
import { earlier, withinClock } from './within-clock.ts';

const hourMs = 3_600_000;

export async function backInReview({ tx, now }: Pick<Ctx, 'tx' | 'now'>, id: string) {
  const { newsHours, decideHours } = await promisesOf(tx);
  const deadlineAt = await withinClock(tx, id, new Date(now.getTime() + decideHours * hourMs));
  return {
    to: 'in_review' as const,
    reasonCode: 'extra_checks' as const,
    reason: 'We have what you sent us and are looking at it. Your money is set aside and safe.',
    nextStep: 'We decide, or ask you once more.',
    nextUpdateAt: earlier(new Date(now.getTime() + newsHours * hourMs), deadlineAt),
    deadlineAt,
  };
}
