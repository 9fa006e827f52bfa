import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { OwnerCtx, Verb } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import {
  type AccountFees,
  describeBalances,
  describeFees,
  describeOwnership,
  type LetterDraft,
} from './describe-letter.ts';
import { type Holder, selectBalanceAfterDay, selectExchangeMargins, selectFees, selectHolder } from './letter.read.ts';

type Input = Parameters<Verb<typeof contract.letter.issue>>[1];
type LetterRequest = Pick<Input, 'kind' | 'day' | 'year'>;
type LetterCtx = OwnerCtx & Readonly<{ now: Date }>;

/** Refuses `validation_failed` for a day or year to come. */
export async function composeLetter(
  ctx: LetterCtx,
  input: LetterRequest,
  accounts: readonly BankAccount[],
): Promise<LetterDraft> {
  const holder = await selectHolder(ctx);
  if (input.kind === 'account_ownership') return describeOwnership(holder, accounts);
  if (input.kind === 'balance_confirmation') return balancesOf(ctx, holder, accounts, input.day);
  return feesOf(ctx, holder, accounts, input.year);
}

async function balancesOf(ctx: LetterCtx, holder: Holder, accounts: readonly BankAccount[], day?: string) {
  const today = londonDay(ctx.now);
  if (day && day > today) throw invalid('day');
  const balances = [];
  for (const account of accounts)
    balances.push({ account, balance: await selectBalanceAfterDay(ctx.tx, account, day ?? today) });
  return describeBalances(holder, balances, { day: day === today ? undefined : day, now: ctx.now });
}

async function feesOf(ctx: LetterCtx, holder: Holder, accounts: readonly BankAccount[], inputYear?: number) {
  const thisYear = Number(londonDay(ctx.now).slice(0, 4));
  const year = inputYear ?? thisYear;
  if (year > thisYear) throw invalid('year');
  const fees: AccountFees[] = [];
  for (const account of accounts)
    fees.push({
      account,
      fees: await selectFees(ctx.tx, account, year),
      exchanges: await selectExchangeMargins(ctx.tx, account, year),
    });
  return describeFees(holder, fees, { year: String(year), isOver: year < thisYear, now: ctx.now });
}

function invalid(field: 'day' | 'year'): Refusal {
  const error: FieldError = { field, code: 'too_large', reason: message('letter_in_future') };
  return new Refusal('validation_failed', { errors: [error] });
}
