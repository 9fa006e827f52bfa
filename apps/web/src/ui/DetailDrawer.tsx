import { lazy, type ReactNode, Suspense } from 'react';
import { loadChunk } from './chunk.ts';
import { useCanOpen } from './use-can-open.ts';

const DrawerFrame = lazy(async () => ({ default: (await loadChunk(import('./DrawerFrame.tsx'))).DrawerFrame }));

export type DrawerProps = { title: string; onClose: () => void; children: ReactNode };

export function DetailDrawer(props: DrawerProps) {
  if (!useCanOpen()) return null;
  return (
    <Suspense>
      <DrawerFrame {...props} />
    </Suspense>
  );
}
