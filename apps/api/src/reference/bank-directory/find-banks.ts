import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectBanksByName } from './bank-directory.read.ts';
import { resolveBank, toBankView } from './bank-directory.ts';

const maxResults = 20;

export const findBanks: Verb<typeof contract.bankDirectory.find> = async ({ tx }, { name }) =>
  (await selectBanksByName(tx, name, maxResults)).map(toBankView);

export const showBank: Verb<typeof contract.bankDirectory.findByIdentifier> = async ({ tx }, query) =>
  (await resolveBank(tx, query)) ?? null;
