/**
 * How staff find a customer: by name, member code, account, IBAN, phone or e-mail. Every search is audited, with what
 * was typed in masked form. `maskTyped` is that form, also for the searches of other logs.
 */

/** What the audit log keeps of a search: enough to recognise it, no name or address in full. */
export const maskTyped = (typed: string): string =>
  typed.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => `${word.slice(0, 2)}${'•'.repeat(Math.max(0, word.length - 2))}`);
