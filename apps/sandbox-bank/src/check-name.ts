import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Bank } from './bank.ts';
import directory from './holders.json' with { type: 'json' };
import { type HolderKind, matchName, type NameMatch } from './name-match.ts';

export const NameQuestion = z.object({
  sortCode: z.string().regex(/^\d{6}$/),
  accountNumber: z.string().regex(/^\d{8}$/),
  name: z.string().trim().min(1).max(140),
  entityType: z.enum(['individual', 'company']),
});
export type NameQuestion = z.output<typeof NameQuestion>;

type Result =
  | 'match'
  | 'close_match'
  | 'wrong_account_type'
  | 'no_match'
  | 'unavailable'
  | 'not_supported'
  | 'account_switched'
  | 'not_found';

type Verdict = Readonly<{ code: string; result: Result; actualName?: string }>;
export type NameAnswer = Verdict & Readonly<{ checkId: string; scheme: 'cop' }>;

const unavailable: Verdict = { code: 'NOAP', result: 'unavailable' };
const noMatch: Verdict = { code: 'ANNM', result: 'no_match' };

// Accounts that closed, moved or never joined answer without a look at the name.
const byState: Readonly<Record<string, Verdict>> = {
  switched: { code: 'CASS', result: 'account_switched' },
  opted_out: { code: 'OPTO', result: 'not_supported' },
  closed: { code: 'AC01', result: 'not_found' },
};

/** Confirmation of Payee: does this name belong to that account? The right name is told only when it is nearly right. */
export function checkName(bank: Bank, question: NameQuestion): NameAnswer {
  const verdict = bank.settings().nameCheck === 'unavailable' ? unavailable : judge(question);
  return { checkId: randomUUID(), scheme: 'cop', ...verdict };
}

function judge(question: NameQuestion): Verdict {
  const { sortCode, accountNumber, name, entityType } = question;
  const holder = directory.holders.find((h) => h.sortCode === sortCode && h.accountNumber === accountNumber);
  if (!holder) return judgeStranger(question);
  const kind = holder.kind as HolderKind;
  return byState[holder.state] ?? verdictOn(matchName(name, holder.names, kind), kind, entityType, joint(holder.names));
}

function verdictOn(match: NameMatch, kind: HolderKind, asked: HolderKind, actualName: string): Verdict {
  if (match === 'none') return noMatch;
  // BANM, PANM: the name is right and the account is a business's, a person's. BAMM, PAMM: the name is close, too.
  if (kind !== asked) {
    const code = `${kind === 'company' ? 'BA' : 'PA'}${match === 'match' ? 'NM' : 'MM'}`;
    return { code, result: 'wrong_account_type', actualName };
  }
  return match === 'match' ? { code: 'MTCH', result: 'match' } : { code: 'MBAM', result: 'close_match', actualName };
}

const joint = (names: readonly string[]): string => names.join(' & ');

/** Accounts outside the directory: the last two digits choose, and all the others belong to whoever is named. */
function judgeStranger({ accountNumber, name, entityType }: NameQuestion): Verdict {
  const other = entityType === 'company' ? 'individual' : 'company';
  const chosen: Readonly<Record<string, Verdict>> = {
    90: unavailable,
    91: { code: 'ACNS', result: 'not_supported' },
    92: { code: 'CASS', result: 'account_switched' },
    93: { code: 'AC01', result: 'not_found' },
    94: noMatch,
    95: verdictOn('close', entityType, entityType, nearly(name)),
    96: verdictOn('match', other, entityType, name),
  };
  return chosen[accountNumber.slice(-2)] ?? verdictOn('match', entityType, entityType, name);
}

/** A name that is nearly the given one: with a middle initial. */
const nearly = (name: string): string => {
  const [first = name, ...rest] = name.split(/\s+/);
  return [first, 'J', ...rest].join(' ');
};
