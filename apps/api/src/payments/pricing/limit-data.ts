import type { LimitExceededData } from '@larkmere/contract/platform/refusals';
import { formatAmount, type Money } from '@larkmere/money/money';

type Period = Readonly<{ used: Money; resetsAt: Date }>;

export const limitData = (limit: Money, period?: Period): LimitExceededData => ({
  limit: formatAmount(limit),
  currency: limit.currency,
  used: period ? formatAmount(period.used) : null,
  resetsAt: period?.resetsAt.toISOString() ?? null,
});
