import { type ComponentProps, lazy, Suspense } from 'react';
import { loadChunk } from '../../ui/chunk.ts';

const BankAccountDetailDialog = lazy(async () => ({
  default: (await loadChunk(import('./BankAccountDetailDialog.tsx'))).BankAccountDetailDialog,
}));

export const AccountDetail = (props: ComponentProps<typeof BankAccountDetailDialog>) => (
  <Suspense>
    <BankAccountDetailDialog {...props} />
  </Suspense>
);
