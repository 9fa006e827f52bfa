/** A session of staff lives this long without a sign of life, and this long in all. */
export const idleSeconds = 15 * 60;
export const absoluteSeconds = 8 * 3600;
/** The secret for the authenticator is shown only shortly after the password was given. */
export const enrolmentSeconds = 5 * 60;
