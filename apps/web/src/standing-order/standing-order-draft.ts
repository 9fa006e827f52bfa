import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { PayeeView } from '@larkmere/contract/payee';
import type { Purpose } from '@larkmere/contract/pin';
import type { OccurrenceView, StandingOrderView } from '@larkmere/contract/standing-order';
import type { Frequency, NonWorkingDay, StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { isPositive, readAmount } from '@larkmere/money/money';
import { daysFrom, localDay } from '../ui/day.ts';
import type { PreviewQuestion } from './standing-order.api.ts';

/** A standing order in the making, as it survives a reload of the tab: texts may be no amounts yet. */
export type Draft = {
  source: string;
  payeeUid: string;
  amount: string;
  reference: string;
  frequency: Frequency;
  startDate: string;
  end: 'never' | 'date' | 'count';
  endDate: string;
  endCount: string;
  nonWorkingDay: NonWorkingDay;
  warnDaysBefore: number;
};

/** It begins tomorrow, once a month, until it is cancelled. */
export const freshDraft = (): Draft => ({
  source: '',
  payeeUid: '',
  amount: '',
  reference: '',
  frequency: 'monthly',
  startDate: localDay(daysFrom(new Date(), 1)),
  end: 'never',
  endDate: '',
  endCount: '12',
  nonWorkingDay: 'next',
  warnDaysBefore: 1,
});

export const draftOf = ({ terms }: StandingOrderView): Draft => ({
  source: terms.sourceBankholderId,
  payeeUid: terms.payeeUid,
  amount: terms.amount,
  reference: terms.reference,
  frequency: terms.frequency,
  startDate: terms.startDate,
  end: terms.end.kind,
  endDate: terms.end.kind === 'date' ? terms.end.date : '',
  endCount: terms.end.kind === 'count' ? String(terms.end.count) : '12',
  nonWorkingDay: terms.nonWorkingDay,
  warnDaysBefore: terms.warnDaysBefore,
});

export const isTouched = (draft: Draft): boolean => Boolean(draft.payeeUid || draft.amount || draft.reference);

export const steps = ['payee', 'plan', 'review'] as const;
export type Step = (typeof steps)[number];

/** The step of the address, or the last one before it that is not finished. */
export function stepFor(asked: string | undefined, draft: Draft): Step {
  if (!draft.payeeUid || asked === 'payee') return 'payee';
  if (asked === 'review' && faultsOf(draft, undefined).length === 0) return 'review';
  return asked === undefined ? 'payee' : 'plan';
}

export type Fault =
  | 'amountMissing'
  | 'amountWrong'
  | 'referenceMissing'
  | 'referenceLong'
  | 'startMissing'
  | 'startEarly'
  | 'endMissing'
  | 'endEarly'
  | 'countWrong';

export const longestReference = 18;

/** What is wrong with the plan. `earliest` is the first day that the rail still takes; a start that stands already may be older. */
export function faultsOf(draft: Draft, earliest: string | undefined, standing?: StandingOrderTerms): Fault[] {
  const { amount, reference, startDate, end, endDate, endCount } = draft;
  const faults: Fault[] = [];
  const read = readAmount('GBP', amount);
  if (!amount.trim()) faults.push('amountMissing');
  else if (!read || !isPositive(read)) faults.push('amountWrong');
  if (!reference.trim()) faults.push('referenceMissing');
  else if (reference.trim().length > longestReference) faults.push('referenceLong');
  const goesOn = standing?.startDate === startDate && standing.frequency === draft.frequency;
  if (!startDate) faults.push('startMissing');
  else if (earliest && startDate < earliest && !goesOn) faults.push('startEarly');
  if (end === 'date' && !endDate) faults.push('endMissing');
  else if (end === 'date' && endDate < startDate) faults.push('endEarly');
  if (end === 'count' && !/^([1-9]\d{0,2}|1000)$/.test(endCount)) faults.push('countWrong');
  return faults;
}

const endOf = ({ end, endDate, endCount }: Draft): StandingOrderTerms['end'] => {
  if (end === 'date') return { kind: 'date', date: endDate };
  return end === 'count' ? { kind: 'count', count: Number(endCount) } : { kind: 'never' };
};

/** The terms that a draft without faults means. */
export const termsOf = (draft: Draft, payee: PayeeView, source: BankAccountView): StandingOrderTerms => ({
  sourceBankholderId: source.bankholderid,
  payeeUid: payee.uid,
  payeeVersion: payee.version,
  amount: draft.amount,
  currency: source.currency,
  reference: draft.reference.trim(),
  frequency: draft.frequency,
  startDate: draft.startDate,
  end: endOf(draft),
  nonWorkingDay: draft.nonWorkingDay,
  warnDaysBefore: draft.warnDaysBefore,
});

/** What is asked about the dates; an end that is not one yet is left out. */
export function questionOf(draft: Draft): PreviewQuestion {
  const { frequency, startDate, nonWorkingDay, end, endDate, endCount } = draft;
  return {
    currency: 'GBP',
    frequency,
    nonWorkingDay,
    startDate: startDate || freshDraft().startDate,
    ...(end === 'date' && endDate && { endDate }),
    ...(end === 'count' && /^[1-9]\d{0,2}$/.test(endCount) && { endCount: Number(endCount) }),
  };
}

export type Seen = Pick<StandingOrderView, 'uid' | 'version'> | undefined;

/** What the PIN approves: these terms for this order, or for a new one. */
export const purposeOf = (terms: StandingOrderTerms, seen: Seen, paymentIdempotency: string): Purpose => ({
  operation: 'standing-order.set',
  uid: seen?.uid ?? null,
  version: seen?.version ?? null,
  terms,
  amount: terms.amount,
  currency: terms.currency,
  paymentIdempotency,
});

/** One date as it shall be. */
export type NextDate = Pick<OccurrenceView, 'day' | 'payDay' | 'reference'> & { amount: string };

export const nextPurposeOf = (
  { uid, version, terms }: StandingOrderView,
  { day, payDay, amount, reference }: NextDate,
  paymentIdempotency: string,
): Purpose => ({
  operation: 'standing-order.next',
  uid,
  version,
  day,
  payDay,
  amount,
  currency: terms.currency,
  reference,
  paymentIdempotency,
});
