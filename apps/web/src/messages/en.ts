import { kyc } from './en/kyc.ts';
import { pin } from './en/pin.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { ui } from './en/ui.ts';

/** Every English text, one file per noun. Other languages have the same shape. */
export const messages = { ui, shell, session, kyc, pin } as const;
