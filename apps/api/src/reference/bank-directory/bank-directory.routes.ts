import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectBanksByName } from './bank-directory.read.ts';
import { resolveBank, toBankView } from './bank-directory.ts';

const maxResults = 20;

const findBanks: Verb<typeof contract.bankDirectory.find> = async ({ tx }, { name }) =>
  (await selectBanksByName(tx, name, maxResults)).map(toBankView);

const showBank: Verb<typeof contract.bankDirectory.findByIdentifier> = async ({ tx }, query) =>
  (await resolveBank(tx, query)) ?? null;

export function bankDirectoryRoutes(bind: Bind): void {
  bind.verb(contract.bankDirectory.find, findBanks);
  bind.verb(contract.bankDirectory.findByIdentifier, showBank);
}
