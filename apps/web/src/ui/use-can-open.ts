import { use, useState } from 'react';
import { DialogsDeferred, DialogsSuppressed } from './dialog-contexts.ts';

/** A dialog that was open before an urgent one keeps its state beneath it; a new one waits. */
export function useCanOpen(): boolean {
  const isClosed = use(DialogsSuppressed);
  const isWaiting = use(DialogsDeferred);
  const [hasOpened, setHasOpened] = useState(!isWaiting);
  if (!isWaiting && !hasOpened) setHasOpened(true);
  return !isClosed && hasOpened;
}
