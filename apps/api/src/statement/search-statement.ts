import type { contract } from '@larkmere/contract/contract';
import { accountsOf } from '../bank-account/bank-account.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { walletsOf } from '../wallet/wallet.ts';
import { type SearchedAccount, selectMatches } from './search-statement.read.ts';
import { amountsIn } from './statement.read.ts';
import { viewOf } from './statement.ts';

/** Booking time in microseconds and the account, because entries of one operation share a time across accounts. */
const ourCursor = /^(?<micros>\d{1,16})-(?<bankholderid>\d{6,10})$/;

export const searchStatement: Verb<typeof contract.statement.search> = async (ctx, input) => {
  const { search, direction, cursor, size } = input;
  const last = cursor === undefined ? undefined : ourCursor.exec(cursor)?.groups;
  if (cursor !== undefined && !last) throw new Refusal('validation_failed');
  const { customerId } = ctx.actor;
  const accounts = await accountsOf(ctx.tx, customerId);
  // After an upgrade the bank account uses the ledger account of the wallet, so its lines must be listed once.
  const taken = new Set(accounts.map(({ ledgerAccountId }) => ledgerAccountId));
  const wallets = (await walletsOf(ctx.tx, customerId)).filter(({ ledgerAccountId }) => !taken.has(ledgerAccountId));
  const searched = [...accounts, ...wallets].map(({ bankholderId, ledgerAccountId, currency }): SearchedAccount => {
    const [amount = null, otherAmount = null] = amountsIn(search, currency);
    const before = last?.micros ? BigInt(last.micros) + (bankholderId < (last.bankholderid ?? '') ? 1n : 0n) : null;
    return { bankholderId, ledgerAccountId, amount, otherAmount, before };
  });
  const found = await selectMatches(ctx.tx, { searched, search, direction, limit: size + 1 });
  const page = found.slice(0, size);
  const end = page.at(-1);
  return {
    list: page.map((line) => ({ ...viewOf(line, 'compact'), bankholderid: line.bankholderId })),
    next: found.length > size && end ? `${end.cursor}-${end.bankholderId}` : null,
  };
};
