import type { PayeeView } from '@larkmere/contract/payee';
import type { PlanView, PriceView } from '@larkmere/contract/payment';
import type { Choice } from '@larkmere/contract/payment-choices';
import { useTranslations } from 'use-intl';
import {
  hasStraySlash,
  isUnplannable,
  ownNumberId,
  plannedDay,
  saidId,
  useSaidFaults,
} from '../payment-form/payment-form.tsx';
import { moneyText } from '../ui/money.ts';
import { useAmountFault } from '../ui/use-amount-fault.ts';
import { useMoments } from '../ui/use-moments.ts';
import { priceFault } from './amounts.ts';
import { type PayCurrency, references } from './pay-currency.ts';
import type { PaymentDraft } from './payment-draft.ts';

type Told = Readonly<{
  plan: PlanView | null | undefined;
  dayRefused: string | undefined;
  failed: string | undefined;
  asks: readonly Choice[];
}>;

export function useAmountFaults(
  currency: PayCurrency,
  draft: PaymentDraft,
  price: PriceView | undefined,
  { plan, dayRefused, failed, asks }: Told,
  payee: PayeeView,
) {
  const t = useTranslations('paymentForm.fault');
  const own = useTranslations('paymentForm.ownNumber');
  const { at } = useMoments();
  const { amount, reference } = draft;
  const wrong = useAmountFault()(amount, currency);
  const priced = wrong || !price ? undefined : priceFault(price);
  const found = {
    amount: wrong ?? failed,
    live: priced && priceText(t, priced, at),
    isShort: priced?.fault === 'tooMuch',
    day: dayText(t, draft, plan) ?? dayRefused,
    reference: referenceText(t, reference, references[currency].longest),
    said: useSaidFaults(asks, draft.said, payee),
    ownNumber: hasStraySlash(draft.endToEndId ?? '') ? own('slashes') : undefined,
  };
  return { ...found, faults: listOf(found) };
}

type Found = Readonly<Record<'amount' | 'live' | 'reference' | 'day' | 'ownNumber', string | undefined>> &
  Readonly<{ said: SaidFaults }>;
type SaidFaults = Readonly<Partial<Record<Choice, string>>>;

function listOf({ amount, live, reference, day, said, ownNumber }: Found): { id: string; message: string }[] {
  const saidOnes = (Object.keys(said) as Choice[]).map((key) => ({ id: saidId(key), message: said[key] }));
  return [
    { id: 'payment-amount', message: amount ?? live },
    { id: 'payment-reference', message: reference },
    ...saidOnes,
    { id: ownNumberId, message: ownNumber },
    { id: 'payment-day', message: day },
  ].flatMap(({ id, message }) => (message ? [{ id, message }] : []));
}

type Words = ReturnType<typeof useTranslations<'paymentForm.fault'>>;

type PriceFault = NonNullable<ReturnType<typeof priceFault>>;

function priceText(t: Words, found: PriceFault, at: (moment: string) => string): string {
  if (found.fault === 'tooMuch') {
    const { available, needed, missing } = found;
    return t('tooMuch', {
      available: moneyText(available),
      needed: moneyText(needed),
      missing: moneyText(missing),
    });
  }
  const limit = moneyText(found.limit);
  if (found.fault === 'perPayment') return t('perPayment', { limit });
  if (found.fault === 'firstDay') return t('firstDay', { limit, until: at(found.until) });
  const day = { limit, used: moneyText(found.used), perDay: moneyText(found.perDay) };
  return t(found.fault, { ...day, resets: at(found.resetsAt) });
}

function dayText(t: Words, draft: PaymentDraft, plan: PlanView | null | undefined): string | undefined {
  if (draft.when !== 'later' || plannedDay(draft, plan)) return undefined;
  if (plan && isUnplannable(plan)) return t('unplannable');
  return draft.day ? t('dayWrong') : t('dayMissing');
}

function referenceText(t: Words, reference: string, longest: number): string | undefined {
  const text = reference.trim();
  if (!text) return t('referenceMissing');
  return text.length > longest ? t('referenceLong', { longest }) : undefined;
}
