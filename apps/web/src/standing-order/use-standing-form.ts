import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { PayeeView } from '@larkmere/contract/payee';
import type { StandingOrderView } from '@larkmere/contract/standing-order';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAccounts } from '../bank-account/bank-account.tsx';
import { useDraft } from '../kernel/draft.ts';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { useSession } from '../kernel/session.ts';
import { useLeaving } from '../kernel/use-leaving.ts';
import { useReachablePayees } from '../payee/payee.tsx';
import { crossingOf, fillersFor, isPayable, type PayableCurrency, sourcesFor } from './standing-money.ts';
import { standingOrderQuery } from './standing-order.api.ts';
import { type Draft, draftOf, freshDraft, isTouched, type Step, stepFor } from './standing-order-draft.ts';

type Address = { step?: string; payee?: string; order?: string; currency?: string };

export function useStandingForm() {
  const owner = useSession().user.uid;
  const address: Address = useSearch({ strict: false });
  const editing = address.order;
  const { draft, keep, renew } = useDraft(owner, `standing-order:${editing ?? 'new'}`, freshDraft);
  const navigate = useNavigate();
  const order = useQuery({ ...standingOrderQuery(editing ?? ''), enabled: editing !== undefined });
  const accounts = useAccounts();
  const currency = currencyIn(address.currency ?? draft.currency, accounts.data);
  const payees = useReachablePayees(currency);
  const payee = payees.data?.find(({ uid }) => uid === draft.payeeUid);
  const sources = sourcesFor(payee, accounts.data);
  const source = sources?.find(({ bankholderid }) => bankholderid === draft.source) ?? sources?.[0];
  const crossing = crossingOf(payee, source);
  const fillers = fillersFor(source, accounts.data);
  const filler = fillers.find(({ bankholderid }) => bankholderid === draft.topUpFrom);
  const isDone = useRef(false);

  const goTo = (step: Step, replace = false) =>
    void navigate({ to: '.', search: { step, ...(editing && { order: editing }) }, replace });
  const pick = ({ uid, currency: chosen, defaultReference }: PayeeView) =>
    keep({ ...draft, currency: chosen, payeeUid: uid, reference: draft.reference.trim() || (defaultReference ?? '') });
  usePrefill({ address, draft, keep, pick, payees, order: order.data, goTo });

  const leaving = useLeaving({
    isUnsent: () => !isDone.current && !editing && isTouched(draft),
    path: paths.standingOrderAdd,
    forget: renew,
  });
  return {
    draft,
    keep,
    finish: (uid: string) => {
      isDone.current = true;
      renew();
      void navigate({ ...linkTo(paths.standingOrder(uid)), replace: true });
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
    step: stepFor(address.step, draft, crossing),
    leaving,
  };
}

function currencyIn(wanted: string, accounts: BankAccountView[] | undefined): PayableCurrency {
  if (isPayable(wanted)) return wanted;
  const first = accounts?.find(({ features }) => features.includes('standingorder'))?.currency;
  return isPayable(first) ? first : 'GBP';
}

type Prefill = {
  address: Address;
  draft: Draft;
  keep: (draft: Draft) => void;
  pick: (payee: PayeeView) => void;
  payees: ReturnType<typeof useReachablePayees>;
  order: StandingOrderView | undefined;
  goTo: (step: Step, replace: boolean) => void;
};

/** Prefills from the payee or the order in the address, and keeps what was already entered. */
function usePrefill({ address, draft, keep, pick, payees, order, goTo }: Prefill): void {
  const ready = address.payee !== undefined && !payees.isFetching;
  const fillPayee = useEffectEvent(() => {
    const payee = payees.data?.find(({ uid }) => uid === address.payee);
    if (payee) pick(payee);
    goTo(payee ? 'plan' : 'payee', true);
  });
  useEffect(() => {
    if (ready) fillPayee();
  }, [ready]);
  const fillOrder = useEffectEvent((standing: StandingOrderView) => {
    if (!isTouched(draft)) keep(draftOf(standing));
    if (address.step === undefined) goTo('plan', true);
  });
  useEffect(() => {
    if (order) fillOrder(order);
  }, [order]);
}
