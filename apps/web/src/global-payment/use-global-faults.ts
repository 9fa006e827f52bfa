import type { PayeeView } from '@larkmere/contract/payee';
import type { Choice } from '@larkmere/contract/payment-choices';
import { useTranslations } from 'use-intl';
import { closedOf } from '../fx/fx.tsx';
import { failureText } from '../kernel/errors.ts';
import { saidId, useSaidFaults } from '../payment-form/payment-form.tsx';
import { useAmountFault } from '../ui/use-amount-fault.ts';
import { isCarried } from './carried.ts';
import { faultOf } from './global-price.ts';
import type { GlobalForm } from './use-global-form.ts';

export function useGlobalFaults(
  { draft, price, priceError, quote, updating, later, executionDate }: GlobalForm,
  payee: PayeeView,
) {
  const { currency } = payee;
  const t = useTranslations('globalPayment');
  const faultIn = useAmountFault();
  const fault = price && !updating ? faultOf(price) : undefined;
  const live = fault && t(`fault.${fault.fault}`, fault.figures);
  // While the market is closed the page offers alternatives instead of an error.
  const error = closedOf(quote).isClosed ? undefined : (quote.error ?? priceError);
  const failed = error && !price ? failureText(error) : undefined;
  const amountFault = faultIn(draft.amount, currency) ?? failed;
  const referenceFault = referenceText(t, draft.reference.trim());
  const saidFaults = useSaidFaults(price?.asks ?? [], draft.said, payee);
  const dayFault = later?.when === 'later' && !executionDate ? t('fault.day') : undefined;
  const faults = [
    { id: 'global-amount', message: amountFault ?? live },
    { id: 'global-reference', message: referenceFault },
    ...Object.entries(saidFaults).map(([key, message]) => ({ id: saidId(key as Choice), message })),
    { id: 'payment-day', message: dayFault },
  ].flatMap(({ id, message }) => (message ? [{ id, message }] : []));
  return { fault, live, amountFault, referenceFault, saidFaults, dayFault, faults };
}

type Words = ReturnType<typeof useTranslations<'globalPayment'>>;

function referenceText(t: Words, reference: string): string | undefined {
  if (!reference) return t('fault.referenceMissing');
  return isCarried(reference) ? undefined : t('fault.reference');
}
