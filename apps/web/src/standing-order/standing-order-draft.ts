import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { PayeeView } from '@larkmere/contract/payee';
import type { PaymentBackground } from '@larkmere/contract/payment-background';
import { type Choice, choiceNames } from '@larkmere/contract/payment-choices';
import type { StandingOrderView } from '@larkmere/contract/standing-order';
import type { Frequency, NonWorkingDay, StandingFx, StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { type Currency, isPositive, readAmount } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { saidIn } from '../payment-form/payment-form.tsx';
import { daysFrom, localDay } from '../ui/day.ts';
import { type Crossing, isCross, referenceRuleOf } from './standing-money.ts';
import type { PreviewQuestion } from './standing-order.api.ts';

/** Survives a reload of the tab; amounts may be invalid text. */
export type Draft = {
  source: string;
  currency: string;
  payeeUid: string;
  amount: string;
  amountSide: StandingFx['amountSide'];
  floorRate: string;
  onBreach: StandingFx['onBreach'];
  most: string;
  /** The account that tops up a shortfall, empty for none, and the least that one unit of it must buy. */
  topUpFrom: string;
  topUpFloor: string;
  chargeType: 'SHA' | 'OUR';
  reference: string;
  said?: PaymentBackground | undefined;
  frequency: Frequency;
  startDate: string;
  end: 'never' | 'date' | 'count';
  endDate: string;
  endCount: string;
  nonWorkingDay: NonWorkingDay;
  warnDaysBefore: number;
};

export const freshDraft = (): Draft => ({
  source: '',
  currency: '',
  payeeUid: '',
  amount: '',
  amountSide: 'sent',
  floorRate: '',
  onBreach: 'hold_and_ask',
  most: '',
  topUpFrom: '',
  topUpFloor: '',
  chargeType: 'SHA',
  reference: '',
  frequency: 'monthly',
  startDate: localDay(daysFrom(new Date(), 1)),
  end: 'never',
  endDate: '',
  endCount: '12',
  nonWorkingDay: 'next',
  warnDaysBefore: 1,
});

export const draftOf = ({ terms, payee }: StandingOrderView): Draft => ({
  source: terms.sourceBankholderId,
  currency: payee.currency,
  payeeUid: terms.payeeUid,
  amount: terms.amount,
  amountSide: terms.fx?.amountSide ?? 'sent',
  floorRate: terms.fx?.floorRate ?? '',
  onBreach: terms.fx?.onBreach ?? 'hold_and_ask',
  most: terms.fx?.most ?? '',
  topUpFrom: terms.topUp?.from ?? '',
  topUpFloor: terms.topUp?.floorRate ?? '',
  chargeType: terms.chargeType ?? 'SHA',
  reference: terms.reference,
  said: saidOf(terms),
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

export function stepFor(asked: string | undefined, draft: Draft, crossing: Crossing): Step {
  if (!draft.payeeUid || asked === 'payee') return 'payee';
  if (asked === 'review' && faultsOf(draft, crossing, undefined).length === 0) return 'review';
  return asked === undefined ? 'payee' : 'plan';
}

export type Fault =
  | 'amountWrong'
  | 'floorWrong'
  | 'mostMissing'
  | 'mostWrong'
  | 'topUpWrong'
  | 'referenceMissing'
  | 'referenceLong'
  | 'startMissing'
  | 'startEarly'
  | 'endMissing'
  | 'endEarly'
  | 'countWrong';

export const currencyOf = ({ amountSide }: Pick<Draft, 'amountSide'>, crossing: Crossing): Currency =>
  isCross(crossing) && amountSide === 'sent' ? crossing.account : crossing.payee;

const isSum = (currency: Currency, text: string): boolean => {
  const read = readAmount(currency, text);
  return read !== undefined && isPositive(read);
};

/** `earliest`: the first date that the rail accepts. An existing order may keep an older start date. */
export function faultsOf(
  draft: Draft,
  crossing: Crossing,
  earliest: string | undefined,
  standing?: StandingOrderTerms,
): Fault[] {
  const { amount, reference, startDate, end, endDate, endCount } = draft;
  const faults: Fault[] = [];
  if (!isSum(currencyOf(draft, crossing), amount)) faults.push('amountWrong');
  if (isCross(crossing)) faults.push(...exchangeFaults(draft, crossing));
  if (draft.topUpFrom && draft.topUpFloor.trim() && !/^\d{1,8}(\.\d{1,10})?$/.test(draft.topUpFloor.trim()))
    faults.push('topUpWrong');
  if (!reference.trim()) faults.push('referenceMissing');
  else if (reference.trim().length > referenceRuleOf(crossing).longest) faults.push('referenceLong');
  const goesOn = standing?.startDate === startDate && standing.frequency === draft.frequency;
  if (!startDate) faults.push('startMissing');
  else if (earliest && startDate < earliest && !goesOn) faults.push('startEarly');
  if (end === 'date' && !endDate) faults.push('endMissing');
  else if (end === 'date' && endDate < startDate) faults.push('endEarly');
  if (end === 'count' && !/^([1-9]\d{0,2}|1000)$/.test(endCount)) faults.push('countWrong');
  return faults;
}

function exchangeFaults({ floorRate, amountSide, most }: Draft, { account, payee }: Crossing): Fault[] {
  const faults: Fault[] = [];
  if (floorRate.trim() && !readRate(account, payee, floorRate.trim())) faults.push('floorWrong');
  if (amountSide === 'received' && !most.trim()) faults.push('mostMissing');
  else if (amountSide === 'received' && !isSum(account, most)) faults.push('mostWrong');
  return faults;
}

const endOf = ({ end, endDate, endCount }: Draft): StandingOrderTerms['end'] => {
  if (end === 'date') return { kind: 'date', date: endDate };
  return end === 'count' ? { kind: 'count', count: Number(endCount) } : { kind: 'never' };
};

export const termsOf = (
  draft: Draft,
  { payee, source, filler }: { payee: PayeeView; source: BankAccountView; filler: BankAccountView | undefined },
  crossing: Crossing,
): StandingOrderTerms => ({
  sourceBankholderId: source.bankholderid,
  payeeUid: payee.uid,
  payeeVersion: payee.version,
  amount: draft.amount,
  currency: currencyOf(draft, crossing),
  ...(isCross(crossing) && { fx: fxOf(draft) }),
  ...(filler && {
    topUp: {
      from: filler.bankholderid,
      currency: filler.currency,
      floorRate: (filler.currency !== source.currency && draft.topUpFloor.trim()) || null,
    },
  }),
  ...(crossing.abroad && { chargeType: crossing.charges ? draft.chargeType : ('SHA' as const) }),
  reference: draft.reference.trim(),
  ...saidIn(draft.said),
  frequency: draft.frequency,
  startDate: draft.startDate,
  end: endOf(draft),
  nonWorkingDay: draft.nonWorkingDay,
  warnDaysBefore: draft.warnDaysBefore,
});

const fxOf = ({ amountSide, floorRate, onBreach, most }: Draft): StandingFx => ({
  amountSide,
  floorRate: floorRate.trim() || null,
  onBreach,
  most: amountSide === 'received' ? most : null,
});

function saidOf({ note, purposeCode, relationship, sourceOfFunds }: StandingOrderTerms): PaymentBackground {
  return { note, purposeCode, relationship, sourceOfFunds };
}

export const askedFor = ({ abroad }: Crossing, needs: readonly Choice[]): readonly Choice[] =>
  abroad ? choiceNames.filter((name) => !needs.includes(name)) : [];

export function questionOf(draft: Draft, { account, payee, abroad }: Crossing): PreviewQuestion {
  const { frequency, startDate, nonWorkingDay, end, endDate, endCount } = draft;
  return {
    currency: payee,
    ...(account !== payee && { accountCurrency: account }),
    ...(abroad && { abroad: 'true' as const }),
    ...(!abroad && isSum(payee, draft.amount) && { amount: draft.amount }),
    frequency,
    nonWorkingDay,
    startDate: startDate || freshDraft().startDate,
    ...(end === 'date' && endDate && { endDate }),
    ...(end === 'count' && /^[1-9]\d{0,2}$/.test(endCount) && { endCount: Number(endCount) }),
  };
}
