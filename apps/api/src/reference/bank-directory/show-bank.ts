import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { resolveBank } from './bank-directory.ts';

export const showBank: Verb<typeof contract.bankDirectory.findByIdentifier> = async ({ tx }, asked) =>
  (await resolveBank(tx, asked)) ?? null;
