import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { RegulatoryField } from '@larkmere/contract/payments/regulatory-codes';
import { useTranslations } from 'use-intl';
import { getMarketStatus } from '../../fx/conversion/conversion.tsx';
import { failureText } from '../../platform/failures.ts';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { regulatoryFieldId, useRegulatoryErrors } from '../initiation/initiation.tsx';
import { checkPrice } from './international-price.ts';
import type { InternationalForm } from './use-international-form.ts';
import { isReference, referenceRuleOf } from './use-international-form.ts';

export function useInternationalErrors(
  { draft, price, priceError, quote, updating, later, executionDate }: InternationalForm,
  payee: PayeeView,
) {
  const { currency } = payee;
  const t = useTranslations('globalPayment');
  const faultIn = useAmountError();
  const fault = price && !updating ? checkPrice(price) : undefined;
  const live = fault && t(`fault.${fault.fault}`, fault.figures);
  // While the market is closed the page offers alternatives instead of an error.
  const error = getMarketStatus(quote).isClosed ? undefined : (quote.error ?? priceError);
  const failed = error && !price ? failureText(error) : undefined;
  const amountFault = faultIn(draft.amount, currency) ?? failed;
  const referenceFault = referenceErrorText(t, payee, draft.reference.trim());
  const regulatoryErrors = useRegulatoryErrors(price?.requiredFields ?? [], draft.regulatoryInfo, payee);
  const dayFault = later?.when === 'later' && !executionDate ? t('fault.day') : undefined;
  const faults = [
    { id: 'global-amount', message: amountFault ?? live },
    { id: 'global-reference', message: referenceFault },
    ...Object.entries(regulatoryErrors).map(([key, message]) => ({
      id: regulatoryFieldId(key as RegulatoryField),
      message,
    })),
    { id: 'payment-day', message: dayFault },
  ].flatMap(({ id, message }) => (message ? [{ id, message }] : []));
  return { fault, live, amountFault, referenceFault, regulatoryErrors, dayFault, faults };
}

type Words = ReturnType<typeof useTranslations<'globalPayment'>>;

function referenceErrorText(t: Words, payee: PayeeView, reference: string): string | undefined {
  if (!reference) return t('fault.referenceMissing');
  const { longest } = referenceRuleOf(payee);
  if (reference.length > longest) return t('fault.referenceLong', { longest });
  return isReference(payee, reference) ? undefined : t('fault.reference');
}
