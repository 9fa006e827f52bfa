import { useState } from 'react';
import { useIdempotentSubmit } from '../../platform/forms/use-idempotent-submit.ts';
import { type TransferResult, useExecuteTransfer } from './conversion.api.ts';
import type { TransferForm } from './use-transfer-form.ts';

export function useSubmitTransfer({ draft, keep, renew }: Pick<TransferForm, 'draft' | 'keep' | 'renew'>) {
  const { mutateAsync: write } = useExecuteTransfer();
  const [done, setDone] = useState<TransferResult>();
  const onDone = (reply: TransferResult) => {
    setDone(reply);
    renew();
  };
  return { ...useIdempotentSubmit({ draft, saveDraft: keep, write, onDone }), done, again: () => setDone(undefined) };
}

export type TransferSubmission = ReturnType<typeof useSubmitTransfer>;
