import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import { type RegulatoryField, regulatoryFields } from '@larkmere/contract/payments/regulatory-codes';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import type { StandingOrderView } from '@larkmere/contract/payments/standing-order';
import type {
  Frequency,
  NonWorkingDay,
  StandingOrderFx,
  StandingOrderTerms,
} from '@larkmere/contract/payments/standing-order-terms';
import { type Currency, isPositive, readAmount } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { type Attempt, newAttempt } from '../../platform/forms/send-request.ts';
import { addDays, toLocalDate } from '../../ui/date-text.ts';
import { trimRegulatoryInfo } from '../initiation/initiation.tsx';
import { isCrossCurrency, type PaymentRoute, referenceRuleFor } from './payment-route.ts';
import type { PreviewRequest, StandingOrderWrite } from './standing-order.api.ts';

/** Survives a reload of the tab; amounts may be invalid text. */
export type StandingOrderDraft = {
  source: string;
  currency: string;
  payeeUid: string;
  amount: string;
  amountSide: StandingOrderFx['amountSide'];
  floorRate: string;
  onBreach: StandingOrderFx['onBreach'];
  maxDebit: string;
  /** The account that tops up a shortfall, empty for none, and the least that one unit of it must buy. */
  topUpFrom: string;
  topUpFloor: string;
  chargeType: 'SHA' | 'OUR';
  reference: string;
  regulatoryInfo?: RegulatoryInformationInput | undefined;
  frequency: Frequency;
  startDate: string;
  end: 'never' | 'date' | 'count';
  endDate: string;
  endCount: string;
  nonWorkingDay: NonWorkingDay;
  warnDaysBefore: number;
  attempt: Attempt<StandingOrderWrite>;
};

export const newStandingOrderDraft = (): StandingOrderDraft => ({
  attempt: newAttempt(),
  source: '',
  currency: '',
  payeeUid: '',
  amount: '',
  amountSide: 'sent',
  floorRate: '',
  onBreach: 'hold_and_ask',
  maxDebit: '',
  topUpFrom: '',
  topUpFloor: '',
  chargeType: 'SHA',
  reference: '',
  frequency: 'monthly',
  startDate: toLocalDate(addDays(new Date(), 1)),
  end: 'never',
  endDate: '',
  endCount: '12',
  nonWorkingDay: 'next',
  warnDaysBefore: 1,
});

export const toDraft = ({ terms, payee }: StandingOrderView): Omit<StandingOrderDraft, 'attempt'> => ({
  source: terms.sourceBankholderId,
  currency: payee.currency,
  payeeUid: terms.payeeUid,
  amount: terms.amount,
  amountSide: terms.fx?.amountSide ?? 'sent',
  floorRate: terms.fx?.floorRate ?? '',
  onBreach: terms.fx?.onBreach ?? 'hold_and_ask',
  maxDebit: terms.fx?.maxDebit ?? '',
  topUpFrom: terms.topUp?.from ?? '',
  topUpFloor: terms.topUp?.floorRate ?? '',
  chargeType: terms.chargeType ?? 'SHA',
  reference: terms.reference,
  regulatoryInfo: regulatoryInfoOf(terms),
  frequency: terms.frequency,
  startDate: terms.startDate,
  end: terms.end.kind,
  endDate: terms.end.kind === 'date' ? terms.end.date : '',
  endCount: terms.end.kind === 'count' ? String(terms.end.count) : '12',
  nonWorkingDay: terms.nonWorkingDay,
  warnDaysBefore: terms.warnDaysBefore,
});

export const hasChanges = (draft: StandingOrderDraft): boolean =>
  Boolean(draft.payeeUid || draft.amount || draft.reference);

/** An order that was already sent is stored anyway. */
export const hasUnsavedChanges = (draft: StandingOrderDraft): boolean =>
  draft.attempt.sent === undefined && hasChanges(draft);

export const steps = ['payee', 'plan', 'review'] as const;
export type Step = (typeof steps)[number];

export function currentStep(step: string | undefined, draft: StandingOrderDraft, crossing: PaymentRoute): Step {
  if (!draft.payeeUid || step === 'payee') return 'payee';
  if (step === 'review' && validateDraft(draft, crossing, undefined).length === 0) return 'review';
  return step === undefined ? 'payee' : 'plan';
}

export type DraftError =
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

export const amountCurrencyOf = (
  { amountSide }: Pick<StandingOrderDraft, 'amountSide'>,
  crossing: PaymentRoute,
): Currency => (isCrossCurrency(crossing) && amountSide === 'sent' ? crossing.accountCurrency : crossing.payeeCurrency);

const isPositiveAmount = (currency: Currency, text: string): boolean => {
  const read = readAmount(currency, text);
  return read !== undefined && isPositive(read);
};

/** At most 1,000 dates. */
const isDateCount = (text: string): boolean => /^([1-9]\d{0,2}|1000)$/.test(text);

/** `earliest`: the first date that the rail accepts. An existing order may keep an older start date. */
export function validateDraft(
  draft: StandingOrderDraft,
  crossing: PaymentRoute,
  earliest: string | undefined,
  standing?: StandingOrderTerms,
): DraftError[] {
  const { amount, reference, startDate, end, endDate, endCount } = draft;
  const faults: DraftError[] = [];
  if (!isPositiveAmount(amountCurrencyOf(draft, crossing), amount)) faults.push('amountWrong');
  if (isCrossCurrency(crossing)) faults.push(...validateExchange(draft, crossing));
  if (draft.topUpFrom && draft.topUpFloor.trim() && !/^\d{1,8}(\.\d{1,10})?$/.test(draft.topUpFloor.trim()))
    faults.push('topUpWrong');
  if (!reference.trim()) faults.push('referenceMissing');
  else if (reference.trim().length > referenceRuleFor(crossing).longest) faults.push('referenceLong');
  const goesOn = standing?.startDate === startDate && standing.frequency === draft.frequency;
  if (!startDate) faults.push('startMissing');
  else if (earliest && startDate < earliest && !goesOn) faults.push('startEarly');
  if (end === 'date' && !endDate) faults.push('endMissing');
  else if (end === 'date' && endDate < startDate) faults.push('endEarly');
  if (end === 'count' && !isDateCount(endCount)) faults.push('countWrong');
  return faults;
}

function validateExchange(
  { floorRate, amountSide, maxDebit }: StandingOrderDraft,
  { accountCurrency, payeeCurrency }: PaymentRoute,
): DraftError[] {
  const faults: DraftError[] = [];
  if (floorRate.trim() && !readRate(accountCurrency, payeeCurrency, floorRate.trim())) faults.push('floorWrong');
  if (amountSide === 'received' && !maxDebit.trim()) faults.push('mostMissing');
  else if (amountSide === 'received' && !isPositiveAmount(accountCurrency, maxDebit)) faults.push('mostWrong');
  return faults;
}

const toEnd = ({ end, endDate, endCount }: StandingOrderDraft): StandingOrderTerms['end'] => {
  if (end === 'date') return { kind: 'date', date: endDate };
  return end === 'count' ? { kind: 'count', count: Number(endCount) } : { kind: 'never' };
};

export const toTerms = (
  draft: StandingOrderDraft,
  { payee, source, filler }: { payee: PayeeView; source: BankAccountView; filler: BankAccountView | undefined },
  crossing: PaymentRoute,
): StandingOrderTerms => ({
  sourceBankholderId: source.bankholderid,
  payeeUid: payee.uid,
  payeeVersion: payee.version,
  amount: draft.amount,
  currency: amountCurrencyOf(draft, crossing),
  ...(isCrossCurrency(crossing) && { fx: toFxTerms(draft) }),
  ...(filler && {
    topUp: {
      from: filler.bankholderid,
      currency: filler.currency,
      floorRate: (filler.currency !== source.currency && draft.topUpFloor.trim()) || null,
    },
  }),
  ...(crossing.isInternational && {
    chargeType: crossing.hasIntermediaryCharges ? draft.chargeType : ('SHA' as const),
  }),
  reference: draft.reference.trim(),
  ...trimRegulatoryInfo(draft.regulatoryInfo),
  frequency: draft.frequency,
  startDate: draft.startDate,
  end: toEnd(draft),
  nonWorkingDay: draft.nonWorkingDay,
  warnDaysBefore: draft.warnDaysBefore,
});

const toFxTerms = ({ amountSide, floorRate, onBreach, maxDebit }: StandingOrderDraft): StandingOrderFx => ({
  amountSide,
  floorRate: floorRate.trim() || null,
  onBreach,
  maxDebit: amountSide === 'received' ? maxDebit : null,
});

function regulatoryInfoOf({
  note,
  purposeCode,
  relationship,
  sourceOfFunds,
}: StandingOrderTerms): RegulatoryInformationInput {
  return { note, purposeCode, relationship, sourceOfFunds };
}

export const optionalFieldsFor = (
  { isInternational }: PaymentRoute,
  needs: readonly RegulatoryField[],
): readonly RegulatoryField[] => (isInternational ? regulatoryFields.filter((name) => !needs.includes(name)) : []);

export function toPreviewRequest(
  draft: StandingOrderDraft,
  { accountCurrency, payeeCurrency, isInternational }: PaymentRoute,
): PreviewRequest {
  const { frequency, startDate, nonWorkingDay, end, endDate, endCount } = draft;
  return {
    currency: payeeCurrency,
    ...(accountCurrency !== payeeCurrency && { accountCurrency: accountCurrency }),
    ...(isInternational && { isCrossBorder: 'true' as const }),
    ...(!isInternational && isPositiveAmount(payeeCurrency, draft.amount) && { amount: draft.amount }),
    frequency,
    nonWorkingDay,
    startDate: startDate || newStandingOrderDraft().startDate,
    ...(end === 'date' && endDate && { endDate }),
    ...(end === 'count' && isDateCount(endCount) && { endCount: Number(endCount) }),
  };
}

export type ErrorField = 'amount' | 'floor' | 'most' | 'topUp' | 'reference' | 'start' | 'end' | 'count';
