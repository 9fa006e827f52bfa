import type { PayeeView } from '@larkmere/contract/payee';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useAccounts } from '../bank-account/bank-account.tsx';
import { useBrought } from '../document/document.tsx';
import { useDraft } from '../kernel/draft.ts';
import { paths } from '../kernel/paths.ts';
import { useSession } from '../kernel/session.ts';
import { useLeaving } from '../kernel/use-leaving.ts';
import { useUsablePayees } from '../payee/payee.tsx';
import type { PayCurrency } from './pay-currency.ts';
import { payingAccounts } from './paying-accounts.ts';
import { filledFrom, useRepeat } from './payment.tsx';
import { freshDraft, isUnsent, type PaymentDraft, referenceFor, type Step, stepFor } from './payment-draft.ts';

type Address = { step?: string; payee?: string; again?: string };

export function usePaymentForm(currency: PayCurrency) {
  const owner = useSession().user.uid;
  const { draft, keep, amend, renew } = useDraft(owner, `payment-${currency.toLowerCase()}`, freshDraft);
  const navigate = useNavigate();
  const address: Address = useSearch({ strict: false });
  const accounts = useAccounts();
  const payees = useUsablePayees(currency);
  const sources = payingAccounts(accounts.data, currency);
  const source = sources?.find(({ bankholderid }) => bankholderid === draft.source) ?? sources?.[0];
  const payee = payees.data?.find(({ uid }) => uid === draft.payeeUid);

  const goTo = (step: Step, replace = false) => void navigate({ to: '.', search: { step }, replace });
  const pick = (next: PayeeView) => {
    const reference = referenceFor(draft.reference, payee?.defaultReference, next.defaultReference);
    keep({ ...draft, payeeUid: next.uid, reference });
  };
  usePrefill({ address, draft, keep, pick, payees, goTo });

  const leaving = useLeaving({ isUnsent: () => isUnsent(draft), path: paths.paymentIn(currency), forget: renew });
  return {
    currency,
    draft,
    keep,
    amend,
    renew,
    brought: useBrought(draft),
    accounts,
    sources,
    source,
    payees,
    payee,
    pick,
    goTo,
    step: stepFor(address.step, draft, currency),
    leaving,
  };
}

type Prefill = {
  address: Address;
  draft: PaymentDraft;
  keep: (draft: PaymentDraft) => void;
  pick: (payee: PayeeView) => void;
  payees: ReturnType<typeof useUsablePayees>;
  goTo: (step: Step, replace: boolean) => void;
};

function usePrefill({ address, draft, keep, pick, payees, goTo }: Prefill): void {
  const earlier = useRepeat(address.again);
  const wanted = address.payee ?? earlier.data?.payeeUid;
  // The cached data may predate the last resubmission.
  const ready = (wanted !== undefined || earlier.isError) && !payees.isFetching && !earlier.isFetching;
  const fill = useEffectEvent(() => {
    const payee = payees.data?.find(({ uid }) => uid === wanted);
    if (draft.sent === undefined && earlier.data) {
      const { scheme, ...same } = filledFrom(earlier.data);
      keep({ ...freshDraft(), ...same, payeeUid: payee?.uid ?? '', scheme: scheme ?? 'auto' });
    } else if (draft.sent === undefined && payee) pick(payee);
    goTo(payee ? 'amount' : 'payee', true);
  });
  useEffect(() => {
    if (ready) fill();
  }, [ready]);
}
