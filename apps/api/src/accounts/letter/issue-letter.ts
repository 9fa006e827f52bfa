import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireOwnAccount } from '../bank-account/bank-account.ts';
import { composeLetter } from './compose-letter.ts';
import { issueLetter } from './letter.ts';

/** Refuses `not_found` if the member may not use one of the accounts, `validation_failed` for a day or year to come. */
export const issueAccountLetter: Verb<typeof contract.letter.issue> = async (ctx, input) => {
  const bankholderIds = new Set(input.accounts);
  const accounts = [];
  for (const bankholderId of bankholderIds) accounts.push(await requireOwnAccount(ctx, bankholderId));
  const content = await composeLetter(ctx, input, accounts);
  return issueLetter(ctx, input.kind, [...bankholderIds], content);
};
