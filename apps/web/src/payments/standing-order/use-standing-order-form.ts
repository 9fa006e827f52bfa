import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { StandingOrderView } from '@larkmere/contract/payments/standing-order';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { usePayablePayees } from '../../payees/payee/payee.tsx';
import { useDraft } from '../../platform/forms/draft.ts';
import { useUnsavedChanges } from '../../platform/forms/use-unsaved-changes.ts';
import { ownAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import {
  isPayableCurrency,
  type PayableCurrency,
  paymentRouteOf,
  sourceAccountsFor,
  topUpAccountsFor,
} from './payment-route.ts';
import { standingOrderQuery } from './standing-order.api.ts';
import {
  currentStep,
  hasChanges,
  hasUnsavedChanges,
  newStandingOrderDraft,
  type StandingOrderDraft,
  type Step,
  toDraft,
} from './standing-order-draft.ts';

type Address = {
  step?: string;
  payee?: string;
  order?: string;
  currency?: string;
  amount?: string;
  reference?: string;
};

export function useStandingOrderForm() {
  const owner = useSession().user.uid;
  const address: Address = useSearch({ strict: false });
  const editing = address.order;
  const { draft, keep, amend, renew } = useDraft(owner, `standing-order:${editing ?? 'new'}`, newStandingOrderDraft);
  const navigate = useNavigate();
  const router = useRouter();
  const order = useQuery({ ...standingOrderQuery(editing ?? ''), enabled: editing !== undefined });
  const accounts = useAccounts();
  const currency = selectCurrency(address.currency ?? draft.currency, accounts.data);
  const payees = usePayablePayees(currency);
  const payee = payees.data?.find(({ uid }) => uid === draft.payeeUid);
  const sources = sourceAccountsFor(payee, accounts.data);
  const source = sources?.find(({ bankholderid }) => bankholderid === draft.source) ?? sources?.[0];
  const crossing = paymentRouteOf(payee, source);
  const fillers = topUpAccountsFor(source, accounts.data);
  const filler = fillers.find(({ bankholderid }) => bankholderid === draft.topUpFrom);
  const isDone = useRef(false);

  const goTo = (step: Step, replace = false) =>
    void navigate({ to: '.', search: { step, ...(editing && { order: editing }) }, replace });
  const pick = ({ uid, currency: chosen, defaultReference }: PayeeView, now = draft) =>
    keep({ ...now, currency: chosen, payeeUid: uid, reference: now.reference.trim() || (defaultReference ?? '') });
  usePrefill({ address, draft, saveDraft: keep, pick, payees, order: order.data, goTo });

  const leaving = useUnsavedChanges({
    hasUnsavedChanges: () => !isDone.current && !editing && hasUnsavedChanges(draft),
    path: ownAddress(paths.standingOrderAdd),
    discard: renew,
  });
  return {
    draft,
    keep,
    saveAttempt: (attempt: StandingOrderDraft['attempt']) => amend((now) => ({ ...now, attempt })),
    finish: (uid: string) => {
      isDone.current = true;
      renew();
      // A user who has navigated away in the meantime stays there.
      if (router.state.location.pathname !== ownAddress(paths.standingOrderAdd)) return;
      void navigate({ ...linkTo(ownAddress(paths.standingOrder(uid))), replace: true });
    },
    editing,
    order,
    accounts,
    sources,
    source,
    crossing,
    fillers,
    filler,
    payees,
    payee,
    currency,
    pick,
    goTo,
    step: currentStep(address.step, draft, crossing),
    leaving,
  };
}

function selectCurrency(code: string, accounts: BankAccountView[] | undefined): PayableCurrency {
  if (isPayableCurrency(code)) return code;
  const first = accounts?.find(({ features }) => features.includes('standingorder'))?.currency;
  return isPayableCurrency(first) ? first : 'GBP';
}

type Prefill = {
  address: Address;
  draft: StandingOrderDraft;
  saveDraft: (draft: StandingOrderDraft) => void;
  pick: (payee: PayeeView, now?: StandingOrderDraft) => void;
  payees: ReturnType<typeof usePayablePayees>;
  order: StandingOrderView | undefined;
  goTo: (step: Step, replace: boolean) => void;
};

/** Prefills from the payee or the order in the address, and keeps what was already entered. */
function usePrefill({ address, draft, saveDraft, pick, payees, order, goTo }: Prefill): void {
  const ready = address.payee !== undefined && !payees.isFetching;
  const fillPayee = useEffectEvent(() => {
    const payee = payees.data?.find(({ uid }) => uid === address.payee);
    const { amount = draft.amount, reference = draft.reference } = address;
    if (payee) pick(payee, { ...draft, amount, reference });
    goTo(payee ? 'plan' : 'payee', true);
  });
  useEffect(() => {
    if (ready) fillPayee();
  }, [ready]);
  const fillOrder = useEffectEvent((standing: StandingOrderView) => {
    if (!hasChanges(draft)) saveDraft({ ...draft, ...toDraft(standing) });
    if (address.step === undefined) goTo('plan', true);
  });
  useEffect(() => {
    if (order) fillOrder(order);
  }, [order]);
}
