import type { contract } from '@larkmere/contract/contract';
import type { FoundAccount } from '@larkmere/contract/payments/search';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { matchesWords, splitWords } from '@larkmere/contract/platform/search-words';
import { formatAmount, money } from '@larkmere/money/money';
import { listOwnAccounts } from '../../accounts/bank-account/bank-account.ts';
import { findPayeesByWords } from '../../payees/payee/payee.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { type ParsedSearch, parseSearch } from './parse-search.ts';
import { selectAvailable, selectCardHolds, selectEvents } from './search.read.ts';
import { findEvents, isSearchTimeout, limitSearchTime } from './search.sql.ts';

/** Throws `service_unavailable` if it would take too long. */
export const find: Verb<typeof contract.search.find> = async (ctx, { q, size }) => {
  const typed = { q, search: parseSearch(q, londonDay(ctx.now)), size };
  await limitSearchTime(ctx.tx);
  try {
    const accounts = await listSearchedAccounts(ctx);
    return {
      payees: await findPayees(ctx, typed),
      payments: await findPayments(ctx, typed, accounts),
      accounts: await findAccounts(ctx, typed, accounts),
    };
  } catch (error) {
    if (isSearchTimeout(error)) throw new Refusal('service_unavailable', { retryAfterSeconds: 5 });
    throw error;
  }
};

type Found = Reply<typeof contract.search.find>;
type Typed = Readonly<{ q: string; search: ParsedSearch; size: number }>;

async function findPayees({ tx, actor }: CustomerCtx, { q, search, size }: Typed): Promise<Found['payees']> {
  if (search.terms.length === 0 || !(actor.access.has('payee') || actor.access.has('payment'))) return none;
  const found = await findPayeesByWords(tx, actor.customerId, splitWords(q));
  const list = found.slice(0, size).map(({ id, ...payee }) => ({ uid: id, ...payee }));
  return { list, count: found.length };
}

/** Whoever may pay but not see statements finds payments only. */
async function findPayments(
  { tx, actor }: CustomerCtx,
  { search, size }: Typed,
  accounts: readonly OwnAccount[],
): Promise<Found['payments']> {
  const movements = actor.access.has('statement');
  const payments = movements || actor.access.has('payment');
  if (!payments) return none;
  const ids = accounts.map(({ ledgerAccountId }) => ledgerAccountId);
  const events = await findEvents(tx, { search, accounts: ids, payments, movements, most: size });
  const holds = movements ? await selectCardHolds(tx, search, ids, actor) : [];
  const list = [...holds, ...(await selectEvents(tx, events, ids))].toSorted((a, b) =>
    compareText(b.happenedAt, a.happenedAt),
  );
  return { list: list.slice(0, size), count: Number(events[0]?.found ?? 0) + holds.length };
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

type OwnAccount = Omit<FoundAccount, 'available'> & Readonly<{ ledgerAccountId: bigint }>;

async function listSearchedAccounts(ctx: CustomerCtx): Promise<OwnAccount[]> {
  return (await listOwnAccounts(ctx)).map(({ bankholderId: bankholderid, product, ...account }) => ({
    ledgerAccountId: account.ledgerAccountId,
    bankholderid,
    currency: account.currency,
    isWallet: product === 'wallet',
    iban: product === 'wallet' ? null : account.iban,
    sortcode: product === 'wallet' ? null : account.sortCode,
    accountnumber: product === 'wallet' ? null : account.accountNumber,
  }));
}

/** With what is available, so for those who may read statements. */
async function findAccounts(
  { tx, actor }: CustomerCtx,
  { q, search, size }: Typed,
  accounts: readonly OwnAccount[],
): Promise<Found['accounts']> {
  if (search.terms.length === 0 || !actor.access.has('statement')) return none;
  const typed = splitWords(q);
  const found = accounts.filter((account) => matchesWords(searchedText(account), typed));
  const shown = found.slice(0, size);
  const available = await selectAvailable(
    tx,
    shown.map(({ ledgerAccountId }) => ledgerAccountId),
  );
  const list = shown.map(({ ledgerAccountId, ...account }) => ({
    ...account,
    available: formatAmount(money(account.currency, available.get(ledgerAccountId) ?? 0n)),
  }));
  return { list, count: found.length };
}

const none = { list: [], count: 0 };
const currencyNames = new Intl.DisplayNames('en-GB', { type: 'currency' });

function searchedText({ currency, iban, sortcode, accountnumber, bankholderid }: OwnAccount): string {
  const name = currencyNames.of(currency) ?? '';
  const grouped = iban?.replace(/(.{4})(?=.)/g, '$1 ');
  const numbers = [iban, grouped, sortcode, sortcode?.replace(/(..)(?=.)/g, '$1 '), accountnumber, bankholderid];
  const endings = [iban, accountnumber].map((number) => number?.slice(-4));
  return [currency, name, `${name}s`, ...numbers, ...endings].filter(Boolean).join(' ');
}
