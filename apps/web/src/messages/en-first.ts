import { kyc } from './en/kyc.ts';
import { manage } from './en/manage.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { ui } from './en/ui.ts';

/** The texts that pages without a login need; the others come with the first page behind it. */
export const messages = { ui, shell, session, kyc, manage } as const;
