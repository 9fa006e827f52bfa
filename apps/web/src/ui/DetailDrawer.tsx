import { lazy, type ReactNode, Suspense } from 'react';
import { loadChunk } from './chunk.ts';
import { useCanOpen } from './use-can-open.ts';

const DrawerFrame = lazy(async () => ({ default: (await loadChunk(import('./DrawerFrame.tsx'))).DrawerFrame }));

export type DrawerProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Stays in sight below the content. */
  footer?: ReactNode;
  /** Without it, Escape does nothing, as in every dialog. */
  onEscape?: () => void;
};

export function DetailDrawer(props: DrawerProps) {
  if (!useCanOpen()) return null;
  return (
    <Suspense>
      <DrawerFrame {...props} />
    </Suspense>
  );
}
