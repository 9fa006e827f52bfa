import { createContext } from 'react';

export const DialogsClosed = createContext(false);

/** True while an urgent dialog is on top: open dialogs stay mounted beneath it, and no other dialog opens. */
export const DialogsWaiting = createContext(false);
