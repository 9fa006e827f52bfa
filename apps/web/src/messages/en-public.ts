import { manage } from './en/manage.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { ui } from './en/ui.ts';

export const messages = { ui, shell, session, manage } as const;
