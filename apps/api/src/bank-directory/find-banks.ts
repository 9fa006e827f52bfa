import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { selectBanksByName } from './bank-directory.read.ts';
import { viewOf } from './bank-directory.ts';

const most = 20;

export const findBanks: Verb<typeof contract.bankDirectory.find> = async ({ tx }, { name }) =>
  (await selectBanksByName(tx, name, most)).map(viewOf);
