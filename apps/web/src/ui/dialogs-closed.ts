import { createContext } from 'react';

/** True while something more urgent takes the place of every open dialog. */
export const DialogsClosed = createContext(false);

/** True while a more urgent dialog stands on top: a dialog that is open stays beneath it, and no other one opens. */
export const DialogsWaiting = createContext(false);
