/** Messages for `account_restricted` by `reasonCode`. All but the last code are customer states. */
export const restrictions = {
  pending: 'We are still opening your account, so nothing was sent. Finish the identity check, or wait until we have.',
  restricted: 'Sending is paused on your account. Nothing was sent. Money still comes in and is safe. Contact us.',
  suspended: 'Your account is suspended, so nothing was sent. You can see everything in it. Contact us.',
  locked: 'Your account is locked after a security check, so nothing was sent. Your money is safe. Contact us.',
  dormant: 'Your account was not used for a long time, so nothing was sent. Contact us to wake it up.',
  closing: 'Your account is being closed, so nothing was sent this way. Contact us to have your money paid out.',
  closed: 'Your account is closed, so nothing was sent. Your statements are still there.',
  trade_not_allowed: 'Exchange is not open to your account, so nothing was exchanged. Contact us to have it opened.',
} as const;
export type RestrictionCode = keyof typeof restrictions;
