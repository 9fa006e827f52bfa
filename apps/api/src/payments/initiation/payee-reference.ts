import { SepaReference, ThaiReference } from '@larkmere/contract/payments/domestic';
import { SwiftReference } from '@larkmere/contract/payments/international';
import { PaymentReference } from '@larkmere/contract/platform/fields';
import { parseWithCodes, toFieldErrors } from '../../platform/http/field-errors.ts';
import { Refusal } from '../../platform/requests/refusal.ts';

const referenceSchemas = {
  GBP: PaymentReference,
  EUR: SepaReference,
  THB: ThaiReference,
  abroad: SwiftReference,
} as const;

export function requirePayeeReference(where: keyof typeof referenceSchemas, text: string): string {
  const read = parseWithCodes(referenceSchemas[where], text);
  if (read.success) return read.data;
  const [error] = toFieldErrors(read.error.issues);
  throw new Refusal('reference_invalid', error?.reason && { reason: error.reason });
}
