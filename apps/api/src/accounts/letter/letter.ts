/**
 * Letters on the bank's paper: ownership of an account, balance, fees, notes of exchanges, statements. A letter is
 * recorded with all that it says and never changes. Each has a code by which a reader of the paper can check it.
 */

export { accountRows, drawLetter, holderSection, type LetterDraft } from './describe-letter.ts';
export { composeLetter, issueLetter, type LetterIssuer, recordLetter } from './issue-letter.ts';
export { type Holder, selectHolder } from './letter.read.ts';
export type { Letter } from './letter.sql.ts';
export { formatCode } from './letter-code.ts';
