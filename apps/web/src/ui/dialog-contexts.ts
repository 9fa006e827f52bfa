import { createContext } from 'react';

export const DialogsSuppressed = createContext(false);

/** True while an urgent dialog is on top: open dialogs stay mounted beneath it, and no other dialog opens. */
export const DialogsDeferred = createContext(false);
