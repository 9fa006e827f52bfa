import { useState } from 'react';
import { useKeptSend } from '../kernel/use-kept-send.ts';
import { type Done, useOrder } from './fx.api.ts';
import type { TransferForm } from './use-transfer-form.ts';

export function useTransferSend({ draft, keep, renew }: Pick<TransferForm, 'draft' | 'keep' | 'renew'>) {
  const { mutateAsync: write } = useOrder();
  const [done, setDone] = useState<Done>();
  const onDone = (reply: Done) => {
    setDone(reply);
    renew();
  };
  return { ...useKeptSend({ draft, keep, write, onDone }), done, again: () => setDone(undefined) };
}

export type TransferSending = ReturnType<typeof useTransferSend>;
