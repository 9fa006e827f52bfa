import { session } from '../identity/session/session.texts.ts';
import { shell } from '../shell/shell.texts.ts';
import { ui } from '../ui/ui.texts.ts';

export const messages = { ui, shell, session } as const;
