import { useTranslations } from 'use-intl';
import type { FormError } from '../../ui/ErrorSummary.tsx';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { type AutoFxDraft, findInvalidFields, fixedAmountCurrency, type InvalidField } from './auto-fx-draft.ts';

export type FieldErrors = Partial<Record<InvalidField, string>>;

export const fieldId = (fault: InvalidField): string => `order-${fault}`;

export function useFieldErrors(draft: AutoFxDraft): { faults: FieldErrors; summary: FormError[] } {
  const t = useTranslations('autoFx.form');
  const faultOf = useAmountError();
  const words: Record<InvalidField, () => string | undefined> = {
    amount: () => faultOf(draft.amount, fixedAmountCurrency(draft)),
    floor: () => faultOf(draft.floor, draft.sell, 'allowed'),
    targetRate: () => t('rateFault'),
    maxSlippagePct: () => t('slippageFault'),
    most: () => faultOf(draft.afterFill?.maxAmount ?? '', draft.buy),
    reference: () => t('referenceFault'),
  };
  const found = findInvalidFields(draft).map((fault) => ({ fault, message: words[fault]() ?? '' }));
  return {
    faults: Object.fromEntries(found.map(({ fault, message }) => [fault, message])),
    summary: found.map(({ fault, message }) => ({ id: fieldId(fault), message })),
  };
}
