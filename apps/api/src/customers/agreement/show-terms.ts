import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectCurrentDocument } from './agreement.sql.ts';
import { requireTerms } from './terms.ts';

export const showTerms: Verb<typeof contract.agreement.showTerms> = async ({ tx }) =>
  requireTerms((await selectCurrentDocument(tx)).version);
