import { useTranslations } from 'use-intl';
import type { FormError } from '../ui/ErrorSummary.tsx';
import { useAmountFault } from '../ui/use-amount-fault.ts';
import { type Draft, type Fault, faultsOf, fixedIn } from './auto-fx-draft.ts';

export type Faults = Partial<Record<Fault, string>>;

export const idOf = (fault: Fault): string => `order-${fault}`;

export function useFaults(draft: Draft): { faults: Faults; summary: FormError[] } {
  const t = useTranslations('autoFx.form');
  const faultOf = useAmountFault();
  const words: Record<Fault, () => string | undefined> = {
    amount: () => faultOf(draft.amount, fixedIn(draft)),
    floor: () => faultOf(draft.floor, draft.sell, 'allowed'),
    targetRate: () => t('rateFault'),
    maxSlippagePct: () => t('slippageFault'),
    most: () => faultOf(draft.afterFill?.most ?? '', draft.buy),
    reference: () => t('referenceFault'),
  };
  const found = faultsOf(draft).map((fault) => ({ fault, message: words[fault]() ?? '' }));
  return {
    faults: Object.fromEntries(found.map(({ fault, message }) => [fault, message])),
    summary: found.map(({ fault, message }) => ({ id: idOf(fault), message })),
  };
}
