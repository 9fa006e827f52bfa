const dayMs = 24 * 3_600_000;

/** The ball is with us again: a person looks within a working day or says when. */
export const backInReview = (now: Date) => ({
  to: 'in_review' as const,
  reasonCode: 'extra_checks' as const,
  reason: 'We have what you sent us and are looking at it. Your money is set aside and safe.',
  nextStep: 'We decide, or ask you once more.',
  nextUpdateAt: new Date(now.getTime() + dayMs),
  deadlineAt: new Date(now.getTime() + 4 * dayMs),
});
