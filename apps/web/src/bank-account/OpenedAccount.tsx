import { type ComponentProps, lazy, Suspense } from 'react';
import { loadInTime } from '../ui/chunk.ts';

const BankAccountDetailDialog = lazy(async () => ({
  default: (await loadInTime(import('./BankAccountDetailDialog.tsx'))).BankAccountDetailDialog,
}));

export const OpenedAccount = (props: ComponentProps<typeof BankAccountDetailDialog>) => (
  <Suspense>
    <BankAccountDetailDialog {...props} />
  </Suspense>
);
