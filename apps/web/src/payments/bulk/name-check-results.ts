import type { BulkFileView } from '@larkmere/contract/payments/bulk';

type NameCheckResult = keyof BulkFileView['nameCheckCounts'];

export const nameCheckResults = [
  'match',
  'close_match',
  'wrong_account_type',
  'no_match',
  'unavailable',
  'not_supported',
  'account_switched',
  'not_found',
] as const satisfies readonly NameCheckResult[];
