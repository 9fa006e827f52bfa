import { refusals } from './refusals.ts';
import { restrictions } from './restriction.ts';

/** More exact messages for `access_denied`, and for `account_restricted` as staff read it, by their `reasonCode`. */
export const denialMessages = {
  not_the_maker: 'Only whoever made it takes it back. Nothing was changed.',
  other_role: 'This needs the approval of somebody with another role. Nothing was changed.',
  team_approval: 'This payee waits for the approval of the customer’s own people. Nothing was changed.',
  payer_suspended: 'The customer is suspended, so nothing is paid to them.',
  payer_closed: 'The customer is closed, so nothing is paid to them.',
} as const;
export type DenialCode = keyof typeof denialMessages;

const forbiddenMessages = new Map<string, string>([
  ...Object.entries(refusals).flatMap(([code, { status, message }]) =>
    status === 403 ? ([[code, message]] as const) : [],
  ),
  ...Object.entries(restrictions),
  ...Object.entries(denialMessages),
]);

/**
 * The message of a 403 by its code. Only known codes return text: the page reads the code from its URL, which anyone
 * can write.
 */
export const forbiddenMessage = (code: unknown): string | undefined =>
  typeof code === 'string' ? forbiddenMessages.get(code) : undefined;
