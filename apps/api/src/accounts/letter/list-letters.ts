import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectLetters } from './letter.sql.ts';
import { toLetterView } from './letter.ts';

const mostListed = 50;

export const listLetters: Verb<typeof contract.letter.list> = async (ctx) =>
  (await selectLetters(ctx, mostListed)).map(toLetterView);
