import type { NameCheckResult } from '@larkmere/contract/payees/payee';
import type { BulkRowState } from '@larkmere/contract/payments/bulk';
import { message } from '@larkmere/messages/message';
import type { z } from 'zod';
import type { Payee } from '../../payees/payee/payee.ts';
import type { RowFault } from './bulk.ts';

type Answer = Readonly<{ result: z.infer<typeof NameCheckResult>; isAccepted: boolean }>;
type NameCheckStatus = Readonly<{
  state: BulkRowState & ('ready' | 'doubtful' | 'faulty');
  faults: readonly RowFault[];
}>;

const fatalReasons = {
  account_switched: message('bulk_account_switched'),
  not_found: message('bulk_account_not_found'),
};

export const forbiddenNameFault: RowFault = {
  field: 'name',
  reason: message('bulk_name_mismatch_not_allowed'),
};

export function toNameCheckStatus(
  { result, isAccepted }: Answer,
  { type, isForbidden }: Readonly<{ type: Payee['type']; isForbidden: boolean }>,
): NameCheckStatus {
  if (result === 'no_match' && isForbidden) return { state: 'faulty', faults: [forbiddenNameFault] };
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
        faults: [{ field: type === 'eur' ? 'iban' : 'accountNumber', reason: fatalReasons[result] }],
      };
  }
}
