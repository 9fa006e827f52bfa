import { lazy, type ReactNode, type RefObject, Suspense } from 'react';
import { loadInTime } from './chunk.ts';
import { useMayOpen } from './use-may-open.ts';

const DialogFrame = lazy(async () => ({ default: (await loadInTime(import('./DialogFrame.tsx'))).DialogFrame }));

export type DialogProps = {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, always in view while the body scrolls. */
  actions?: ReactNode;
  /** What Close means: "no". Without it there must be a button among the actions that ends the dialog. */
  onClose?: (() => void) | undefined;
  closeLabel?: string | undefined;
  /** `pin` keeps the column as wide as a hand. */
  size?: 'normal' | 'pin';
  /** The first focus; without it the heading, so that a warning is read before anything is pressed. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  tone?: 'normal' | 'alert';
  /** `top` lies over every other dialog. */
  layer?: 'normal' | 'top' | undefined;
};

/**
 * Open for as long as it is rendered. An outside click and Escape do nothing (specification, section 2), so every dialog
 * shows its own way out.
 */
export function Dialog(props: DialogProps) {
  if (!useMayOpen()) return null;
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  );
}
