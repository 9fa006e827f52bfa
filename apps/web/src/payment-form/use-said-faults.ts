import type { PayeeView } from '@larkmere/contract/payee';
import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { Choice } from '@larkmere/contract/payment-choices';
import { useTranslations } from 'use-intl';
import { unsaidOf } from './known-of-payee.ts';

export function useSaidFaults(
  asks: readonly Choice[],
  said: PaymentBackground | undefined,
  payee: Pick<PayeeView, 'details' | 'ownAccount'>,
): Readonly<Partial<Record<Choice, string>>> {
  const t = useTranslations('paymentForm.fault');
  const missing = unsaidOf(asks, said, payee);
  return Object.fromEntries(missing.map((key) => [key, t(key)]));
}
