import type { PayeeView } from '@larkmere/contract/payees/payee';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { useSupportingDocuments } from '../../checks/document/document.tsx';
import { useDomesticPayees } from '../../payees/payee/payee.tsx';
import { useDraft } from '../../platform/forms/draft.ts';
import { useUnsavedChanges } from '../../platform/forms/use-unsaved-changes.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { type DomesticCurrency, prefillFrom, useEarlierPayment } from '../payment/payment.tsx';
import { payingAccounts } from './paying-accounts.ts';
import {
  currentStep,
  hasUnsavedChanges,
  newPaymentDraft,
  nextReference,
  type PaymentDraft,
  type Step,
} from './payment-draft.ts';

type Address = { step?: string; payee?: string; again?: string; pay?: string };

export function usePaymentForm(currency: DomesticCurrency) {
  const owner = useSession().user.uid;
  const { draft, keep, amend, renew } = useDraft(owner, `payment-${currency.toLowerCase()}`, newPaymentDraft);
  const navigate = useNavigate();
  const address: Address = useSearch({ strict: false });
  const accounts = useAccounts();
  const payees = useDomesticPayees(currency);
  const sources = payingAccounts(accounts.data, currency);
  const source = sources?.find(({ bankholderid }) => bankholderid === draft.source) ?? sources?.[0];
  const payee = payees.data?.find(({ uid }) => uid === draft.payeeUid);

  const goTo = (step: Step, replace = false) =>
    void navigate({ to: '.', search: { ...(address.pay && { pay: address.pay }), step }, replace });
  const pick = (next: PayeeView) => {
    const reference = nextReference(draft.reference, payee?.defaultReference, next.defaultReference);
    keep({ ...draft, payeeUid: next.uid, reference });
  };
  usePrefill({ address, draft, saveDraft: keep, pick, payees, goTo });

  const leaving = useUnsavedChanges({
    hasUnsavedChanges: () => hasUnsavedChanges(draft),
    path: address.pay ? paths.walletSend : paths.paymentIn(currency),
    discard: renew,
  });
  return {
    currency,
    draft,
    saveDraft: keep,
    amend,
    renew,
    brought: useSupportingDocuments(draft),
    accounts,
    sources,
    source,
    payees,
    payee,
    pick,
    goTo,
    step: currentStep(address.step, draft, currency),
    leaving,
  };
}

type Prefill = {
  address: Address;
  draft: PaymentDraft;
  saveDraft: (draft: PaymentDraft) => void;
  pick: (payee: PayeeView) => void;
  payees: ReturnType<typeof useDomesticPayees>;
  goTo: (step: Step, replace: boolean) => void;
};

function usePrefill({ address, draft, saveDraft, pick, payees, goTo }: Prefill): void {
  const earlier = useEarlierPayment(address.again);
  const payeeUid = address.payee ?? earlier.data?.payeeUid;
  // The cached data may predate the last resubmission.
  const ready = (payeeUid !== undefined || earlier.isError) && !payees.isFetching && !earlier.isFetching;
  const fill = useEffectEvent(() => {
    const payee = payees.data?.find(({ uid }) => uid === payeeUid);
    if (draft.sent === undefined && earlier.data) {
      const { scheme, ...same } = prefillFrom(earlier.data);
      saveDraft({ ...newPaymentDraft(), ...same, payeeUid: payee?.uid ?? '', scheme: scheme ?? 'auto' });
    } else if (draft.sent === undefined && payee) pick(payee);
    goTo(payee ? 'amount' : 'payee', true);
  });
  useEffect(() => {
    if (ready) fill();
  }, [ready]);
}
