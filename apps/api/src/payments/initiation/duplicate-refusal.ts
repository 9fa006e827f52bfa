import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { DuplicatePayment } from './duplicate-check.read.ts';

/** Asks once; the customer can confirm under the same key. */
export function duplicateRefusal({ kind, id, reference, row, day }: DuplicatePayment): Refusal {
  const data = { existingUid: id };
  if (kind === 'row')
    return new Refusal('duplicate_suspected', {
      reason: message('payment_equals_row', { fileName: reference, row: row ?? 0 }),
      data,
    });
  if (kind === 'standing_order')
    return new Refusal('duplicate_suspected', {
      reason: message('payment_equals_standing_order', { reference, payDay: day }),
      data,
    });
  return new Refusal('duplicate_suspected', { data });
}
