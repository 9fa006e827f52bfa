import { ui } from './en/ui.ts';

/** Every English text, one file per noun. Other languages have the same shape. */
export const messages = { ui } as const;
