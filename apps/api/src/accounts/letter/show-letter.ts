import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb, Workflow } from '../../platform/requests/verb.ts';
import { drawLetter } from './describe-letter.ts';
import { toLetterView } from './issue-letter.ts';
import { selectLetter, selectLetterByCode, selectLetters } from './letter.sql.ts';
import { parseCode } from './letter-code.ts';

/** Refuses `not_found`, and `service_unavailable` under load. */
export const showLetter =
  (verificationAddress: string): Workflow<typeof contract.letter.show> =>
  async ({ actor, transaction }, { uid }) => {
    const letter = await transaction((ctx) => selectLetter(ctx, uid));
    if (!letter) throw new Refusal('not_found');
    const { name, bytes } = await drawLetter(letter, { verificationAddress, owner: actor.customerId });
    return new File([bytes], name, { type: 'application/pdf' });
  };

const mostListed = 50;

export const listLetters: Verb<typeof contract.letter.list> = async (ctx) =>
  (await selectLetters(ctx, mostListed)).map(toLetterView);

/** For anyone who holds the paper: a code of 80 random bits is not guessed. */
export const verifyLetter: Verb<typeof contract.letter.verify> = async ({ tx }, { code }) => {
  const parsed = parseCode(code);
  const letter = parsed && (await selectLetterByCode(tx, parsed));
  return letter ? { ...letter.content, kind: letter.kind, issuedAt: letter.issuedAt.toISOString() } : null;
};
