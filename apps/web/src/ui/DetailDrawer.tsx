import { lazy, type ReactNode, Suspense } from 'react';
import { loadInTime } from './chunk.ts';
import { useMayOpen } from './use-may-open.ts';

const DrawerFrame = lazy(async () => ({ default: (await loadInTime(import('./DrawerFrame.tsx'))).DrawerFrame }));

export type DrawerProps = { title: string; onClose: () => void; children: ReactNode };

export function DetailDrawer(props: DrawerProps) {
  if (!useMayOpen()) return null;
  return (
    <Suspense>
      <DrawerFrame {...props} />
    </Suspense>
  );
}
