import { createContext } from 'react';

/** True while something more urgent takes the place of every open dialog. */
export const DialogsClosed = createContext(false);
