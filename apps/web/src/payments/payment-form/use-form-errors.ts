import { regulatoryFields } from '@larkmere/contract/payments/regulatory-codes';
import { useTranslations } from 'use-intl';
import { getMarketStatus } from '../../fx/conversion/conversion.tsx';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { moneyText } from '../../ui/money.ts';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import {
  endToEndIdFieldId,
  hasInvalidSlash,
  hasNoAvailableDate,
  regulatoryFieldId,
  useRegulatoryErrors,
} from '../initiation/initiation.tsx';
import { checkPrice, type PriceFault } from './check-price.ts';
import { isReference, referenceRuleOf } from './payment-draft.ts';
import type { PaymentForm } from './use-payment-form.ts';
import type { Rest } from './use-rest.ts';

export const amountFieldIds = { send: 'payment-sends', get: 'payment-gets' } as const;

/** What stands in the way of this payment. `live` is said at once, the rest when the customer goes on. */
export function useFormErrors(form: PaymentForm) {
  const own = useTranslations('paymentForm.ownNumber');
  const { draft, payee, price } = form;
  const amount = useAmountFault(form);
  const priceFault = price && !form.updating ? checkPrice(price) : undefined;
  const faultText = usePriceFaultText();
  const restText = useRestFaultText();
  const isShort = priceFault?.fault === 'tooMuch';
  const live = isShort && form.rest ? restText(form.rest) : priceFault && faultText(priceFault);
  const reference = useReferenceFault(form);
  const regulatory = useRegulatoryErrors(price?.requiredFields ?? [], draft.regulatoryInfo, payee);
  const day = useDayFault(form);
  const ownNumber = hasInvalidSlash(draft.endToEndId ?? '') ? own('slashes') : undefined;
  const faults = [
    { id: amountFieldIds[draft.side], message: amount ?? live },
    { id: 'payment-reference', message: reference },
    ...regulatoryFields.map((field) => ({ id: regulatoryFieldId(field), message: regulatory[field] })),
    { id: endToEndIdFieldId, message: ownNumber },
    { id: 'payment-day', message: day },
  ].flatMap(({ id, message }) => (message ? [{ id, message }] : []));
  return { amount, live, priceFault, reference, regulatory, day, ownNumber, faults };
}

export type FormErrors = ReturnType<typeof useFormErrors>;

function useAmountFault({ draft, payee, source, price, priceError, quote, isAsking }: PaymentForm) {
  const t = useTranslations('makePayment.fault');
  const wrong = useAmountError()(draft.amount, draft.side === 'send' ? source.currency : payee.currency);
  // While the market is closed the page offers alternatives instead of an error.
  const error = getMarketStatus(quote).isClosed ? undefined : (quote.error ?? priceError);
  if (wrong !== undefined) return wrong;
  if (price || isAsking) return undefined;
  if (error) return isDateRefusal(error) ? undefined : failureText(error);
  return draft.side === 'send' ? t('lessThanFee') : undefined;
}

const isDateRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'execution_date_invalid';

function usePriceFaultText(): (found: PriceFault) => string {
  const t = useTranslations('paymentForm.fault');
  const { at } = useDateTimeTexts();
  return (found) => {
    if (found.fault === 'tooMuch') return t('tooMuch', { missing: moneyText(found.missing) });
    const limit = moneyText(found.limit);
    if (found.fault === 'firstDay') return t('firstDay', { limit, until: at(found.until) });
    if (!('used' in found)) return t(found.fault, { limit });
    const day = { limit, used: moneyText(found.used), perDay: moneyText(found.perDay) };
    return t(found.fault, { ...day, resets: at(found.resetsAt) });
  };
}

/** Undefined where the second balance pays what is missing. */
function useRestFaultText(): (rest: Rest) => string | undefined {
  const t = useTranslations('makePayment.short');
  return ({ account: { currency }, quote, isCovered }) => {
    if (quote.error) return failureText(quote.error);
    return isCovered === false ? t('restShort', { currency }) : undefined;
  };
}

function useReferenceFault({ draft, payee }: PaymentForm): string | undefined {
  const t = useTranslations('paymentForm.fault');
  const own = useTranslations('makePayment.fault');
  const text = draft.reference.trim();
  const { longest } = referenceRuleOf(payee);
  if (!text) return t('referenceMissing');
  if (text.length > longest) return t('referenceLong', { longest });
  return isReference(payee, text) ? undefined : own('referenceLetters');
}

function useDayFault({ draft, plan, kind, executionDate, priceError }: PaymentForm): string | undefined {
  const t = useTranslations('paymentForm.fault');
  if (draft.when !== 'later' || kind === 'exchange') return undefined;
  if (!executionDate) {
    if (plan && hasNoAvailableDate(plan)) return t('unplannable');
    return t(draft.day ? 'dayWrong' : 'dayMissing');
  }
  return isDateRefusal(priceError) ? priceError.message : undefined;
}
