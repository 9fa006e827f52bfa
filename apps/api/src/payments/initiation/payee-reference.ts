import { SepaReference, ThaiReference } from '@larkmere/contract/payments/domestic';
import { SwiftReference } from '@larkmere/contract/payments/international';
import { PaymentReference } from '@larkmere/contract/platform/fields';
import { Refusal } from '../../platform/requests/refusal.ts';

const referenceSchemas = {
  GBP: PaymentReference,
  EUR: SepaReference,
  THB: ThaiReference,
  abroad: SwiftReference,
} as const;

export function requirePayeeReference(where: keyof typeof referenceSchemas, text: string): string {
  const read = referenceSchemas[where].safeParse(text);
  if (read.success) return read.data;
  throw new Refusal('reference_invalid', { message: read.error.issues[0]?.message ?? 'Enter another reference' });
}
