import { lazy, type ReactNode, type RefObject, Suspense } from 'react';
import { loadChunk } from './chunk.ts';
import { useCanOpen } from './use-can-open.ts';

const DialogFrame = lazy(async () => ({ default: (await loadChunk(import('./DialogFrame.tsx'))).DialogFrame }));

export type DialogProps = {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Without it, one of the actions must close the dialog. */
  onClose?: (() => void) | undefined;
  closeLabel?: string | undefined;
  size?: 'normal' | 'pin' | 'wide';
  /** Defaults to the heading, so that a warning is read before anything is pressed. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  tone?: 'normal' | 'alert';
  layer?: 'normal' | 'top' | undefined;
};

/**
 * Open while rendered. Clicks outside and Escape do nothing (specification, section 2), so every dialog needs a button
 * that closes it.
 */
export function Dialog(props: DialogProps) {
  if (!useCanOpen()) return null;
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  );
}
