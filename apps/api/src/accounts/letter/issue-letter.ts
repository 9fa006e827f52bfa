import type { LetterKind, LetterView } from '@larkmere/contract/accounts/letter';
import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { audit } from '../../platform/requests/audit.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerActor, CustomerCtx, OwnerCtx, Verb } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { type BankAccount, requireOwnAccount } from '../bank-account/bank-account.ts';
import {
  type AccountFees,
  describeBalances,
  describeFees,
  describeOwnership,
  type LetterDraft,
} from './describe-letter.ts';
import { type Holder, selectBalanceAfterDay, selectExchangeMargins, selectFees, selectHolder } from './letter.read.ts';
import { insertLetter, type Letter } from './letter.sql.ts';
import { formatCode, generateCode } from './letter-code.ts';

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

/** Whose letter it is, and who asked for it. */
export type LetterIssuer = Pick<CustomerActor, 'customerId' | 'userId'>;

/** Records a letter with all that it says. It never changes afterwards. `accounts`: bank holder ids that it names. */
export const issueLetter = async (ctx: CustomerCtx, ...letter: NewLetter): Promise<LetterView> =>
  toLetterView(await recordLetter(ctx, ctx.actor, ...letter));

type NewLetter = [kind: LetterKind, accounts: readonly string[], content: LetterDraft];

export async function recordLetter(
  ctx: Ctx,
  issuer: LetterIssuer,
  ...[kind, accounts, content]: NewLetter
): Promise<Letter> {
  const letter: Letter = {
    id: v7(),
    kind,
    code: generateCode(),
    content: { ...content, subline: defaultText('letter_issued', { at: ctx.now }) },
    issuedAt: ctx.now,
  };
  await insertLetter(ctx.tx, issuer, letter, accounts);
  await audit(ctx, 'letter.issued', `letter:${letter.id}`, { kind, accounts });
  return letter;
}

export const toLetterView = ({ id, kind, code, content, issuedAt }: Letter): LetterView => ({
  uid: id,
  kind,
  headline: kind === 'account_ownership' ? content.title : content.headline,
  code: formatCode(code),
  issuedAt: issuedAt.toISOString(),
});

/** Refuses `not_found` if the member may not use one of the accounts, `validation_failed` for a day or year to come. */
export const issueAccountLetter: Verb<typeof contract.letter.issue> = async (ctx, input) => {
  const bankholderIds = new Set(input.accounts);
  const accounts = [];
  for (const bankholderId of bankholderIds) accounts.push(await requireOwnAccount(ctx, bankholderId));
  const content = await composeLetter(ctx, input, accounts);
  return issueLetter(ctx, input.kind, [...bankholderIds], content);
};
