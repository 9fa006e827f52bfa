import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { bankOf } from './bank-directory.ts';

export const showBank: Verb<typeof contract.bankDirectory.bankOf> = async ({ tx }, asked) =>
  (await bankOf(tx, asked)) ?? null;
