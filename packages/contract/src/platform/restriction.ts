import type { access } from '@larkmere/messages/en/access';

/** Message codes for `account_restricted` by `reasonCode`. All but the last two codes are customer states. */
export const restrictions = {
  pending: 'account_opening',
  restricted: 'account_sending_paused',
  suspended: 'account_suspended',
  locked: 'account_locked',
  dormant: 'account_dormant',
  closing: 'account_closing',
  closed: 'account_closed',
  frozen: 'account_frozen',
  trade_not_allowed: 'exchange_not_enabled',
} as const satisfies Record<string, keyof typeof access>;
export type RestrictionCode = keyof typeof restrictions;
