import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { formatAmount, money } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireOwnAccount } from '../bank-account/bank-account.ts';
import { selectStatementPage } from './statement.read.ts';
import { toStatementLine } from './statement.ts';

const cursorPattern = /^\d{1,16}$/;

/**
 * Booked lines, newest first. Totals cover the whole date range; search and direction narrow only the lines. Days are
 * London days. Throws `not_found`, `validation_failed`.
 */
export const showStatement: Verb<typeof contract.statement.statement> = async (ctx, input) => {
  const { bankholderid, from, to, direction, search, layout = 'compact', cursor: before, size } = input;
  if (from && to && from > to) {
    const errors = [{ field: 'to', code: 'invalid' as const, reason: message('end_date_before_start') }];
    throw new Refusal('validation_failed', { errors });
  }
  if (before !== undefined && !cursorPattern.test(before)) throw new Refusal('validation_failed');
  const { ledgerAccountId, currency } = await requireOwnAccount(ctx, bankholderid);
  const limit = size + 1;
  const range = { ledgerAccountId, currency, from, to };
  const page = await selectStatementPage(ctx.tx, { ...range, direction, search, layout, bookedBefore: before, limit });
  const lines = page.lines.slice(0, size);
  const text = (minor: bigint): string => formatAmount(money(currency, minor));
  return {
    list: lines.map((line) => toStatementLine(line, layout)),
    next: page.lines.length > size ? (lines.at(-1)?.cursor ?? null) : null,
    currency,
    opening: text(page.opening),
    closing: text(page.opening + page.in - page.out),
    totalIn: text(page.in),
    totalOut: text(page.out),
  };
};
