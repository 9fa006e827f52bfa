import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { PriceView, ScheduleView } from '@larkmere/contract/payments/payment';
import type { RegulatoryField } from '@larkmere/contract/payments/regulatory-codes';
import { useTranslations } from 'use-intl';
import { moneyText } from '../../ui/money.ts';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import {
  endToEndIdFieldId,
  hasInvalidSlash,
  hasNoAvailableDate,
  regulatoryFieldId,
  scheduledDateOf,
  useRegulatoryErrors,
} from '../initiation/initiation.tsx';
import { type DomesticCurrency, domesticReferenceRules } from '../payment/payment.tsx';
import { checkPrice } from './amount-checks.ts';
import type { PaymentDraft } from './payment-draft.ts';

type AmountContext = Readonly<{
  plan: ScheduleView | null | undefined;
  dateError: string | undefined;
  priceError: string | undefined;
  requiredFields: readonly RegulatoryField[];
}>;

export function useAmountErrors(
  currency: DomesticCurrency,
  draft: PaymentDraft,
  price: PriceView | undefined,
  { plan, dateError, priceError, requiredFields }: AmountContext,
  payee: PayeeView,
) {
  const t = useTranslations('paymentForm.fault');
  const own = useTranslations('paymentForm.ownNumber');
  const { at } = useDateTimeTexts();
  const { amount, reference } = draft;
  const wrong = useAmountError()(amount, currency);
  const priced = wrong || !price ? undefined : checkPrice(price);
  const found = {
    amount: wrong ?? priceError,
    live: priced && priceErrorText(t, priced, at),
    isShort: priced?.fault === 'tooMuch',
    day: dateErrorText(t, draft, plan) ?? dateError,
    reference: referenceErrorText(t, reference, domesticReferenceRules[currency].longest),
    regulatory: useRegulatoryErrors(requiredFields, draft.regulatoryInfo, payee),
    ownNumber: hasInvalidSlash(draft.endToEndId ?? '') ? own('slashes') : undefined,
  };
  return { ...found, faults: toErrorList(found) };
}

type AmountErrors = Readonly<Record<'amount' | 'live' | 'reference' | 'day' | 'ownNumber', string | undefined>> &
  Readonly<{ regulatory: RegulatoryErrors }>;
type RegulatoryErrors = Readonly<Partial<Record<RegulatoryField, string>>>;

function toErrorList({
  amount,
  live,
  reference,
  day,
  regulatory,
  ownNumber,
}: AmountErrors): { id: string; message: string }[] {
  const regulatoryErrors = (Object.keys(regulatory) as RegulatoryField[]).map((key) => ({
    id: regulatoryFieldId(key),
    message: regulatory[key],
  }));
  return [
    { id: 'payment-amount', message: amount ?? live },
    { id: 'payment-reference', message: reference },
    ...regulatoryErrors,
    { id: endToEndIdFieldId, message: ownNumber },
    { id: 'payment-day', message: day },
  ].flatMap(({ id, message }) => (message ? [{ id, message }] : []));
}

type Words = ReturnType<typeof useTranslations<'paymentForm.fault'>>;

type PriceError = NonNullable<ReturnType<typeof checkPrice>>;

function priceErrorText(t: Words, found: PriceError, at: (moment: string) => string): string {
  if (found.fault === 'tooMuch') return t('tooMuch', { missing: moneyText(found.missing) });
  const limit = moneyText(found.limit);
  if (found.fault === 'firstDay') return t('firstDay', { limit, until: at(found.until) });
  if (!('used' in found)) return t(found.fault, { limit });
  const day = { limit, used: moneyText(found.used), perDay: moneyText(found.perDay) };
  return t(found.fault, { ...day, resets: at(found.resetsAt) });
}

function dateErrorText(t: Words, draft: PaymentDraft, plan: ScheduleView | null | undefined): string | undefined {
  if (draft.when !== 'later' || scheduledDateOf(draft, plan)) return undefined;
  if (plan && hasNoAvailableDate(plan)) return t('unplannable');
  return draft.day ? t('dayWrong') : t('dayMissing');
}

function referenceErrorText(t: Words, reference: string, longest: number): string | undefined {
  const text = reference.trim();
  if (!text) return t('referenceMissing');
  return text.length > longest ? t('referenceLong', { longest }) : undefined;
}
