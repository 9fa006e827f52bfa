import type { BulkRowState } from '@larkmere/contract/bulk-payment';
import type { NameCheckResult } from '@larkmere/contract/payee';
import type { z } from 'zod';
import type { Payee } from '../payee/payee.ts';
import type { RowFault } from './bulk-payment.ts';

type Answer = Readonly<{ result: z.infer<typeof NameCheckResult>; isAccepted: boolean }>;
type NameStanding = Readonly<{ state: BulkRowState & ('ready' | 'doubtful' | 'faulty'); faults: readonly RowFault[] }>;

const never = {
  account_switched: 'This account has moved to another bank. Ask your payee for the new details.',
  not_found: 'The bank has no account with these details.',
};

export const forbiddenName: RowFault = {
  field: 'name',
  message:
    'The name is not the one on the account, and your firm does not allow that. Ask your payee for the right name.',
};

export function nameStanding(
  { result, isAccepted }: Answer,
  { type, isForbidden }: Readonly<{ type: Payee['type']; isForbidden: boolean }>,
): NameStanding {
  if (result === 'no_match' && isForbidden) return { state: 'faulty', faults: [forbiddenName] };
  switch (result) {
    case 'match':
    case 'unavailable':
    case 'not_supported':
      return { state: 'ready', faults: [] };
    case 'close_match':
    case 'wrong_account_type':
    case 'no_match':
      return { state: isAccepted ? 'ready' : 'doubtful', faults: [] };
    case 'account_switched':
    case 'not_found':
      return {
        state: 'faulty',
        faults: [{ field: type === 'eur' ? 'iban' : 'accountNumber', message: never[result] }],
      };
  }
}
