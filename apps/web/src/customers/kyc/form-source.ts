import type { KycAnswersInput, KycDocument, KycItemForm } from '@larkmere/contract/customers/kyc';
import type { KycItemKey, KycKind } from '@larkmere/contract/customers/kyc-requirements';
import { createContext, use } from 'react';

export type Sending = Readonly<{ idempotency: string; signal: AbortSignal; onProgress: (share: number) => void }>;

/** Where a form lives: with the signed-in customer, or behind the link of a director or owner. */
export type FormSource = Readonly<{
  kind: KycKind;
  /** The items as the server has them now. */
  load: () => Promise<readonly KycItemForm[]>;
  /** Replaces the item in the cache too. */
  save: (key: KycItemKey, answers: KycAnswersInput) => Promise<KycItemForm>;
  addDocument: (key: KycItemKey, file: File, sending: Sending) => Promise<KycDocument>;
  removeDocument: (uid: string) => Promise<unknown>;
  refresh: () => Promise<void>;
}>;

export const FormSourceContext = createContext<FormSource | undefined>(undefined);

export function useFormSource(): FormSource {
  const source = use(FormSourceContext);
  if (!source) throw new Error('this part of the form needs a source');
  return source;
}
