import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectLetterByCode } from './letter.sql.ts';
import { parseCode } from './letter-code.ts';

/** For anyone who holds the paper: a code of 80 random bits is not guessed. */
export const verifyLetter: Verb<typeof contract.letter.verify> = async ({ tx }, { code }) => {
  const parsed = parseCode(code);
  const letter = parsed && (await selectLetterByCode(tx, parsed));
  return letter ? { ...letter.content, kind: letter.kind, issuedAt: letter.issuedAt.toISOString() } : null;
};
