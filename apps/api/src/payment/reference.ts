import { SwiftReference } from '@larkmere/contract/global-payment';
import { PaymentReference, SepaReference, ThaiReference } from '@larkmere/contract/send-payment';
import { Refusal } from '../kernel/refusal.ts';

const references = { GBP: PaymentReference, EUR: SepaReference, THB: ThaiReference, abroad: SwiftReference } as const;

export function requireReference(where: keyof typeof references, text: string): string {
  const read = references[where].safeParse(text);
  if (read.success) return read.data;
  throw new Refusal('reference_invalid', { message: read.error.issues[0]?.message ?? 'Enter another reference' });
}
