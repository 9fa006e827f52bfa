import type { PlanView, PriceView } from '@larkmere/contract/payment';
import { useTranslations } from 'use-intl';
import { plannedDay } from '../payment-form/payment-form.tsx';
import { moneyText } from '../ui/money.ts';
import { useMoments } from '../ui/use-moments.ts';
import { amountFault, priceFault } from './amounts.ts';
import { type PayCurrency, references } from './pay-currency.ts';
import type { PaymentDraft } from './payment-draft.ts';

/** What is wrong with the amount step in words. `live` is shown at once; the others when the customer wants to go on. */
export function useAmountFaults(
  currency: PayCurrency,
  draft: PaymentDraft,
  price: PriceView | undefined,
  plan: PlanView | null | undefined,
) {
  const t = useTranslations('paymentForm.fault');
  const { at } = useMoments();
  const { amount, reference } = draft;
  const wrong = amountFault(amount, currency);
  const priced = wrong || !price ? undefined : priceFault(price);
  return {
    amount: wrong && t(wrong.fault),
    live: priced && priceText(t, priced, at),
    /** More than there is; an exchange could help. */
    isShort: priced?.fault === 'tooMuch' || priced?.fault === 'tooMuchPlain',
    day: dayText(t, draft, plan),
    reference: referenceText(t, reference, references[currency].longest),
  };
}

type Words = ReturnType<typeof useTranslations<'paymentForm.fault'>>;

type PriceFault = NonNullable<ReturnType<typeof priceFault>>;

function priceText(t: Words, found: PriceFault, at: (moment: string) => string): string {
  if (found.fault === 'tooMuch')
    return t('tooMuch', { available: moneyText(found.available), needed: moneyText(found.needed) });
  if (found.fault === 'tooMuchPlain') return t('tooMuchPlain', { available: moneyText(found.available) });
  const limit = moneyText(found.limit);
  if (found.fault === 'perPayment') return t('perPayment', { limit });
  if (found.fault === 'firstDay') return t('firstDay', { limit, until: at(found.until) });
  const day = { limit, used: moneyText(found.used), perDay: moneyText(found.perDay) };
  return t(found.fault, { ...day, resets: at(found.resetsAt) });
}

function dayText(t: Words, draft: PaymentDraft, plan: PlanView | null | undefined): string | undefined {
  if (draft.when !== 'later' || plannedDay(draft, plan)) return undefined;
  return draft.day ? t('dayWrong') : t('dayMissing');
}

function referenceText(t: Words, reference: string, longest: number): string | undefined {
  const text = reference.trim();
  if (!text) return t('referenceMissing');
  return text.length > longest ? t('referenceLong', { longest }) : undefined;
}
