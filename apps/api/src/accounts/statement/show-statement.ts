import type { ActivityItem } from '@larkmere/contract/accounts/statement';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { listOwnAccounts, requireOwnAccount } from '../bank-account/bank-account.ts';
import {
  type ActivityLine,
  parseSearchAmounts,
  type SearchedAccount,
  type StatementPage,
  selectActivity,
  selectMatches,
  selectStatementPage,
} from './statement.read.ts';
import { toStatementLine } from './statement-line.ts';

const cursorPattern = /^\d{1,16}$/;

/**
 * Booked lines, newest first. Totals cover the whole date range; search and direction narrow only the lines. Days are
 * London days. Throws `not_found`, `validation_failed`.
 */
export const showStatement: Verb<typeof contract.statement.statement> = async (ctx, input) => {
  const { bankholderid, from, to, direction, search, layout = 'compact', cursor: before, size } = input;
  requireRange(from, to);
  if (before !== undefined && !cursorPattern.test(before)) throw new Refusal('validation_failed');
  const { ledgerAccountId, currency } = await requireOwnAccount(ctx, bankholderid);
  const range = { ledgerAccountId, currency, from, to };
  const question = { ...range, direction, search, layout, bookedBefore: before, limit: size + 1 };
  const page = await selectStatementPage(ctx.tx, question);
  const lines = page.lines.slice(0, size);
  return {
    list: lines.map((line) => toStatementLine(line, layout)),
    next: page.lines.length > size ? (lines.at(-1)?.cursor ?? null) : null,
    ...toTotals(page, currency),
  };
};

/** The same of a wallet, by page number. Refuses `not_found` for an account that is no wallet. */
export const showWalletStatement: Verb<typeof contract.statement.walletStatement> = async (ctx, input) => {
  const { id, from, to, type: kind, direction, search, page: number, size } = input;
  requireRange(from, to);
  const { ledgerAccountId, currency, product } = await requireOwnAccount(ctx, id);
  if (product !== 'wallet') throw new Refusal('not_found');
  const range = { ledgerAccountId, currency, from, to };
  const paging = { bookedBefore: undefined, limit: size + 1, offset: (number - 1) * size };
  const page = await selectStatementPage(ctx.tx, { ...range, kind, direction, search, layout: 'compact', ...paging });
  return {
    list: page.lines.slice(0, size).map((line) => toStatementLine(line, 'compact')),
    page: number,
    hasMore: page.lines.length > size,
    ...toTotals(page, currency),
  };
};

function requireRange(from: string | undefined, to: string | undefined): void {
  if (!from || !to || from <= to) return;
  const errors = [{ field: 'to', code: 'invalid' as const, reason: message('end_date_before_start') }];
  throw new Refusal('validation_failed', { errors });
}

function toTotals(page: StatementPage, currency: Currency) {
  const text = (minor: bigint): string => formatAmount(money(currency, minor));
  return {
    currency,
    opening: text(page.opening),
    closing: text(page.opening + page.in - page.out),
    totalIn: text(page.in),
    totalOut: text(page.out),
  };
}

export const showActivity: Verb<typeof contract.statement.activity> = async (ctx, { size }) => {
  const latest = await selectActivity(ctx.tx, ctx.actor, size);
  return latest.map((item) => {
    const { bankholderId: bankholderid, pending, state } = item;
    return { ...toStatementLine(item, 'compact'), bankholderid, pending, state, cardPayment: cardPaymentOf(item) };
  });
};

function cardPaymentOf(line: ActivityLine): ActivityItem['cardPayment'] {
  const { cardPaymentId: uid, cardId, cardMinor, cardCurrency: currency } = line;
  if (uid === null || cardId === null || cardMinor === null || currency === null) return null;
  const isOther = currency !== line.currency && cardMinor > 0n;
  return { uid, cardId, amount: isOther ? { amount: formatAmount(money(currency, cardMinor)), currency } : null };
}

/** Booking time in microseconds and the account, because entries of one operation share a time across accounts. */
const searchCursorPattern = /^(?<micros>\d{1,16})-(?<bankholderid>\d{6,10})$/;

export const searchStatement: Verb<typeof contract.statement.search> = async (ctx, input) => {
  const { search, direction, cursor, size } = input;
  const last = cursor === undefined ? undefined : searchCursorPattern.exec(cursor)?.groups;
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
