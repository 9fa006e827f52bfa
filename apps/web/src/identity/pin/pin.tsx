import { lazy, Suspense } from 'react';
import { loadChunk } from '../../ui/chunk.ts';
import type { PinDialogProps } from './PinDialog.tsx';

export { FactorStep } from './factor-step-part.ts';

const Dialog = lazy(async () => ({ default: (await loadChunk(import('./PinDialog.tsx'))).PinDialog }));

/**
 * The PIN pad, loaded on first use. `verify` with a purpose reports a PIN authorisation for exactly that operation as
 * soon as the server has issued it; `onClose` follows when the pad has finished and can be unmounted.
 */
export const PinDialog = (props: PinDialogProps) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);

export const preloadPinPad = (): void => void import('./PinDialog.tsx');
