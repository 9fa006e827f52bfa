import { type ComponentProps, lazy, Suspense } from 'react';
import { loadChunk } from '../../ui/chunk.ts';

const ReceiveDetailsCard = lazy(async () => ({
  default: (await loadChunk(import('./ReceiveDetailsCard.tsx'))).ReceiveDetailsCard,
}));

export const ReceiveDetails = (props: ComponentProps<typeof ReceiveDetailsCard>) => (
  <Suspense>
    <ReceiveDetailsCard {...props} />
  </Suspense>
);

const ReservedAmount = lazy(async () => ({
  default: (await loadChunk(import('./ReservedAmount.tsx'))).ReservedAmount,
}));

export const Reserved = (props: ComponentProps<typeof ReservedAmount>) => (
  <Suspense>
    <ReservedAmount {...props} />
  </Suspense>
);
