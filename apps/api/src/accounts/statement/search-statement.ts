import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { listOwnAccounts } from '../bank-account/bank-account.ts';
import { parseSearchAmounts, type SearchedAccount, selectMatches } from './statement.read.ts';
import { toStatementLine } from './statement-line.ts';

/** Booking time in microseconds and the account, because entries of one operation share a time across accounts. */
const cursorPattern = /^(?<micros>\d{1,16})-(?<bankholderid>\d{6,10})$/;

export const searchStatement: Verb<typeof contract.statement.search> = async (ctx, input) => {
  const { search, direction, cursor, size } = input;
  const last = cursor === undefined ? undefined : cursorPattern.exec(cursor)?.groups;
  if (cursor !== undefined && !last) throw new Refusal('validation_failed');
  const accounts = await listOwnAccounts(ctx);
  const searched = accounts.map(({ bankholderId, ledgerAccountId, currency }): SearchedAccount => {
    const [amount = null, otherAmount = null] = search === undefined ? [] : parseSearchAmounts(search, currency);
    const before = last?.micros ? BigInt(last.micros) + (bankholderId < (last.bankholderid ?? '') ? 1n : 0n) : null;
    return { bankholderId, ledgerAccountId, amount, otherAmount, bookedBefore: before };
  });
  const found = await selectMatches(ctx.tx, { searched, search, direction, limit: size + 1 });
  const page = found.slice(0, size);
  const end = page.at(-1);
  return {
    list: page.map((line) => ({ ...toStatementLine(line, 'compact'), bankholderid: line.bankholderId })),
    next: found.length > size && end ? `${end.cursor}-${end.bankholderId}` : null,
  };
};
