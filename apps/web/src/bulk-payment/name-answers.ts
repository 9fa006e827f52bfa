import type { BulkFileView } from '@larkmere/contract/bulk-payment';

type Answer = keyof BulkFileView['names'];

export const answers = [
  'match',
  'close_match',
  'wrong_account_type',
  'no_match',
  'unavailable',
  'not_supported',
  'account_switched',
  'not_found',
] as const satisfies readonly Answer[];
