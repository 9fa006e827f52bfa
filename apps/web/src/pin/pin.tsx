import { lazy, Suspense } from 'react';
import { loadInTime } from '../ui/chunk.ts';
import type { PinDialogProps } from './PinDialog.tsx';

const Dialog = lazy(async () => ({ default: (await loadInTime(import('./PinDialog.tsx'))).PinDialog }));

/**
 * The PIN pad, fetched when it is first needed. `verify` with a purpose hands back an approval for exactly that
 * operation the moment the server has given it; `onClose` comes when the pad has shown so, and is where it is taken away.
 */
export const PinDialog = (props: PinDialogProps) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);

/** Fetches the pad ahead, where it is likely to be needed next. */
export const preloadPinPad = (): void => void import('./PinDialog.tsx');
