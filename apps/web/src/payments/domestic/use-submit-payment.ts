import type { PaymentView } from '@larkmere/contract/payments/payment';
import { useRouter } from '@tanstack/react-router';
import { useIdempotentSubmit } from '../../platform/forms/use-idempotent-submit.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { type DomesticCurrency, useSendPayment } from '../payment/payment.tsx';
import type { PaymentDraft } from './payment-draft.ts';

type Form = {
  currency: DomesticCurrency;
  draft: PaymentDraft;
  saveDraft: (draft: PaymentDraft) => void;
  renew: () => void;
};

export function useSubmitPayment({ currency, draft, saveDraft, renew }: Form) {
  const router = useRouter();
  const { mutateAsync: write } = useSendPayment();
  const onDone = async ({ uid }: PaymentView) => {
    renew();
    // A user who has navigated away in the meantime stays there.
    const { pathname } = router.state.location;
    if (pathname === paths.walletSend || pathname.startsWith(`${paths.walletFavorites}/`))
      await router.navigate({ ...linkTo(paths.walletPaid(uid)), replace: true });
    if (pathname === paths.paymentIn(currency)) await router.navigate({ to: paths.paymentDetail(uid), replace: true });
  };
  return useIdempotentSubmit({ draft, saveDraft, write, onDone });
}
