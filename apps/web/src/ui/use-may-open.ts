import { use, useState } from 'react';
import { DialogsClosed, DialogsWaiting } from './dialogs-closed.ts';

/** A dialog that was open before an urgent one keeps its state beneath it; a new one waits. */
export function useMayOpen(): boolean {
  const isClosed = use(DialogsClosed);
  const isWaiting = use(DialogsWaiting);
  const [hasOpened, setHasOpened] = useState(!isWaiting);
  if (!isWaiting && !hasOpened) setHasOpened(true);
  return !isClosed && hasOpened;
}
