/**
 * How customers reach us, and how they stop everything in an emergency. A message or a complaint goes to support by
 * e-mail with a reference; the text is deleted once it has left. A freeze is an account status that the customer sets
 * and lifts: see `freeze-account.ts`.
 */

export { deletePendingText, readPendingText } from './help.sql.ts';
export { type DayHours, parseOpeningHours } from './opening-hours.ts';
export { deriveHelpTextKey, helpMessageSent } from './send-message.ts';
