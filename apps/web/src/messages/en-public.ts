import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { ui } from './en/ui.ts';

export const messages = { ui, shell, session } as const;
