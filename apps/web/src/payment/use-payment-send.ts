import type { PaymentView } from '@larkmere/contract/payment';
import { useRouter } from '@tanstack/react-router';
import { paths } from '../kernel/paths.ts';
import { useKeptSend } from '../kernel/use-kept-send.ts';
import type { PayCurrency } from './pay-currency.ts';
import { useSendPayment } from './payment.api.ts';
import type { PaymentDraft } from './payment-draft.ts';

type Form = { currency: PayCurrency; draft: PaymentDraft; keep: (draft: PaymentDraft) => void; renew: () => void };

export function usePaymentSend({ currency, draft, keep, renew }: Form) {
  const router = useRouter();
  const { mutateAsync: write } = useSendPayment();
  const onDone = async ({ uid }: PaymentView) => {
    renew();
    // A user who has navigated away in the meantime stays there.
    if (router.state.location.pathname !== paths.paymentIn(currency)) return;
    await router.navigate({ to: paths.paymentDetail(uid), replace: true });
  };
  return useKeptSend({ draft, keep, write, onDone });
}
