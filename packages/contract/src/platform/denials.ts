import type { access } from '@larkmere/messages/en/access';
import { refusals } from './refusals.ts';
import { restrictions } from './restriction.ts';

type AccessMessageCode = keyof typeof access;

/** Message codes for `access_denied`, and for `account_restricted` as staff read it, by their `reasonCode`. */
export const denials = {
  not_the_maker: 'not_the_maker',
  identity_needed: 'identity_needed',
  other_role: 'approver_has_other_role',
  team_approval: 'payee_awaits_customer_approval',
  payer_suspended: 'payer_suspended',
  payer_closed: 'payer_closed',
  own_role: 'own_role',
  own_account: 'own_account',
  release_limit: 'release_above_limit',
  with_compliance: 'payment_with_compliance',
  name_on_list: 'name_on_list',
} as const satisfies Record<string, AccessMessageCode>;
export type DenialCode = keyof typeof denials;

const forbiddenReasons = new Map<string, AccessMessageCode>([
  ...Object.entries(refusals).flatMap(([code, status]) =>
    status === 403 ? ([[code, code as AccessMessageCode]] as const) : [],
  ),
  ...Object.entries(restrictions),
  ...Object.entries(denials),
]);

/**
 * The message code of a 403 by its refusal or reason code. Undefined for anything else: the page reads the code from its
 * URL, which anyone can write.
 */
export const forbiddenReason = (code: unknown): AccessMessageCode | undefined =>
  typeof code === 'string' ? forbiddenReasons.get(code) : undefined;
