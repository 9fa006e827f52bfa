import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Bank } from './bank.ts';
import directory from './holders.json' with { type: 'json' };
import { type HolderKind, matchName, type NameMatch } from './name-match.ts';

const holderFields = { name: z.string().trim().min(1).max(140), entityType: z.enum(['individual', 'company']) };
const UkNameCheckRequest = z.object({
  ...holderFields,
  sortCode: z.string().regex(/^\d{6}$/),
  accountNumber: z.string().regex(/^\d{8}$/),
  secondaryId: z.string().max(34).optional(),
});
const SepaNameCheckRequest = z.object({ ...holderFields, iban: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/) });
const PromptPayNameCheckRequest = z.object({
  ...holderFields,
  proxyType: z.enum(['mobile', 'id', 'ewallet']),
  proxy: z.string().regex(/^\d{13}(\d\d)?$/),
});
export const NameCheckRequest = z.union([UkNameCheckRequest, SepaNameCheckRequest, PromptPayNameCheckRequest]);
export type NameCheckRequest = z.output<typeof NameCheckRequest>;
type UkNameCheckRequest = z.output<typeof UkNameCheckRequest>;
type SepaNameCheckRequest = z.output<typeof SepaNameCheckRequest>;
type PromptPayNameCheckRequest = z.output<typeof PromptPayNameCheckRequest>;

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
export type NameCheckResponse = Verdict & Readonly<{ checkId: string; scheme: 'cop' | 'vop' | 'promptpay' }>;

const unavailable: Verdict = { code: 'NOAP', result: 'unavailable' };
const noMatch: Verdict = { code: 'ANNM', result: 'no_match' };

const verdictByState: Readonly<Record<string, Verdict>> = {
  switched: { code: 'CASS', result: 'account_switched' },
  opted_out: { code: 'OPTO', result: 'not_supported' },
  closed: { code: 'AC01', result: 'not_found' },
};

/**
 * Confirmation of Payee for a sort code, Verification of Payee for an IBAN: the actual name is returned only for a near
 * match. A look-up of a PromptPay ID always returns it.
 */
export function checkName(bank: Bank, question: NameCheckRequest): NameCheckResponse {
  const isDown = bank.settings().nameCheck === 'unavailable';
  const { scheme, judge } = selectScheme(question);
  return { checkId: randomUUID(), scheme, ...(isDown ? unavailable : judge()) };
}

function selectScheme(question: NameCheckRequest) {
  if ('iban' in question) return { scheme: 'vop', judge: () => verifySepa(question) } as const;
  if ('proxy' in question) return { scheme: 'promptpay', judge: () => lookUpPromptPay(question) } as const;
  return { scheme: 'cop', judge: () => verifyUk(question) } as const;
}

const strangerName = 'Kanya Wongsakul';

function lookUpPromptPay({ proxyType, proxy, name }: PromptPayNameCheckRequest): Verdict {
  const holder = directory.promptPayIds.find((each) => each.proxyType === proxyType && each.proxy === proxy);
  if (!holder) return lookUpUnknownPromptPay(proxy, name);
  return promptPayVerdict(matchName(name, holder.names, holder.kind as HolderKind), joinNames(holder.names));
}

function promptPayVerdict(match: NameMatch, actualName: string): Verdict {
  if (match === 'match') return { code: 'MTCH', result: 'match', actualName };
  return match === 'close'
    ? { code: 'CMTC', result: 'close_match', actualName }
    : { code: 'NMTC', result: 'no_match', actualName };
}

function lookUpUnknownPromptPay(proxy: string, name: string): Verdict {
  const chosen: Readonly<Record<string, Verdict>> = {
    90: unavailable,
    93: { code: 'AC01', result: 'not_found' },
    94: promptPayVerdict('none', strangerName),
    95: promptPayVerdict('close', addMiddleInitial(name)),
  };
  return chosen[proxy.slice(-2)] ?? promptPayVerdict('match', name);
}

function verifySepa({ iban, name }: SepaNameCheckRequest): Verdict {
  const holder = directory.ibans.find((each) => each.iban === iban);
  if (!holder) return verifyUnknownIban(iban, name);
  if (holder.state !== 'open') return unavailable;
  return vopVerdict(matchName(name, holder.names, holder.kind as HolderKind), joinNames(holder.names));
}

function vopVerdict(match: NameMatch, actualName: string): Verdict {
  if (match === 'match') return { code: 'MTCH', result: 'match' };
  return match === 'close' ? { code: 'CMTC', result: 'close_match', actualName } : { code: 'NMTC', result: 'no_match' };
}

function verifyUnknownIban(iban: string, name: string): Verdict {
  const ending = iban.slice(-2);
  if (ending === '90') return unavailable;
  return vopVerdict(ending === '94' ? 'none' : ending === '95' ? 'close' : 'match', addMiddleInitial(name));
}

function verifyUk(question: UkNameCheckRequest): Verdict {
  const { sortCode, accountNumber, name, entityType } = question;
  const holder = directory.holders.find((h) => h.sortCode === sortCode && h.accountNumber === accountNumber);
  if (!holder) return verifyUnknownAccount(question);
  const kind = holder.kind as HolderKind;
  return (
    verdictByState[holder.state] ??
    verdictOn(matchName(name, holder.names, kind), kind, entityType, joinNames(holder.names))
  );
}

function verdictOn(match: NameMatch, kind: HolderKind, requestedKind: HolderKind, actualName: string): Verdict {
  if (match === 'none') return noMatch;
  // BANM, PANM: the name matches a business, a personal account. BAMM, PAMM: it is a close match.
  if (kind !== requestedKind) {
    const code = `${kind === 'company' ? 'BA' : 'PA'}${match === 'match' ? 'NM' : 'MM'}`;
    return { code, result: 'wrong_account_type', actualName };
  }
  return match === 'match' ? { code: 'MTCH', result: 'match' } : { code: 'MBAM', result: 'close_match', actualName };
}

const joinNames = (names: readonly string[]): string => names.join(' & ');

/** The last two digits of an unknown account select the result; otherwise the name matches. */
function verifyUnknownAccount({ accountNumber, name, entityType, secondaryId }: UkNameCheckRequest): Verdict {
  if (secondaryId?.endsWith('X')) return { code: 'IVCR', result: 'not_found' };
  const other = entityType === 'company' ? 'individual' : 'company';
  const chosen: Readonly<Record<string, Verdict>> = {
    90: unavailable,
    91: { code: 'ACNS', result: 'not_supported' },
    92: { code: 'CASS', result: 'account_switched' },
    93: { code: 'AC01', result: 'not_found' },
    94: noMatch,
    95: verdictOn('close', entityType, entityType, addMiddleInitial(name)),
    96: verdictOn('match', other, entityType, name),
  };
  return chosen[accountNumber.slice(-2)] ?? verdictOn('match', entityType, entityType, name);
}

const addMiddleInitial = (name: string): string => {
  const [first = name, ...rest] = name.split(/\s+/);
  return [first, 'J', ...rest].join(' ');
};
