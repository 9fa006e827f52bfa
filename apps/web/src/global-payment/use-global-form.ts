import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { ChargeType } from '@larkmere/contract/global-payment';
import type { PayeeView } from '@larkmere/contract/payee';
import { routesAbroad } from '@larkmere/contract/payee-type';
import type { PlanView } from '@larkmere/contract/payment';
import type { PaymentBackground } from '@larkmere/contract/payment-background';
import { type Currency, isPositive, readAmount } from '@larkmere/money/money';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAccounts } from '../bank-account/bank-account.tsx';
import { useBrought } from '../document/document.tsx';
import { useLockedQuote } from '../fx/fx.tsx';
import { useDraft } from '../kernel/draft.ts';
import { useSession } from '../kernel/session.ts';
import { isAwaited } from '../kernel/use-awaited-submit.ts';
import { useDebounced } from '../kernel/use-debounced.ts';
import { usePayeesAbroad } from '../payee/payee.tsx';
import { filledFrom, useRepeat } from '../payment/payment.tsx';
import { plannedDay, type When } from '../payment-form/payment-form.tsx';
import { isCarried } from './carried.ts';
import { type PriceQuestion, useCrossActive, useGlobalPrice, useSwiftCurrencies } from './global-payment.api.ts';

const restMs = 400;

export type Draft = {
  payeeUid: string;
  draftUid?: string | undefined;
  source: string;
  amount: string;
  reference: string;
  /** Undefined until chosen: the payee's own setting applies. */
  chargeType?: ChargeType | undefined;
  when?: 'now' | 'later' | undefined;
  day?: string | undefined;
  said?: PaymentBackground;
  documents?: readonly string[] | undefined;
};

const freshDraft = (payeeUid = ''): Draft => ({ payeeUid, source: '', amount: '', reference: '' });

const paying = (accounts: readonly BankAccountView[] | undefined): BankAccountView[] | undefined =>
  accounts?.filter(({ status, features }) => status === 'active' && features.includes('send'));

function isAmount(currency: Currency, typed: string): boolean {
  const amount = readAmount(currency, typed);
  return amount !== undefined && isPositive(amount);
}

/** The account in the payee's currency needs no exchange, so it is offered first. */
function useSources({ source }: Draft, currency: Currency | undefined) {
  const accounts = useAccounts();
  const sources = paying(accounts.data);
  const chosen =
    sources?.find(({ bankholderid }) => bankholderid === source) ??
    sources?.find((account) => account.currency === currency) ??
    sources?.[0];
  return { accounts, sources, source: chosen };
}

export type Step = 'payee' | 'form' | 'review';

type Address = { step?: string; payee?: string; again?: string };

function stepOf({ step, payee, again }: Address, draft: Draft, currency: Currency | undefined): Step {
  const asked = step ?? (payee || again ? 'form' : 'payee');
  if (!draft.payeeUid || asked === 'payee') return 'payee';
  const isWhole = currency !== undefined && isAmount(currency, draft.amount) && isCarried(draft.reference.trim());
  return asked === 'review' && isWhole ? 'review' : 'form';
}

export function useGlobalForm() {
  const { draft, keep, address, ...filled } = useFilled();
  const payees = usePayeesAbroad();
  const payee = payees.data?.find(({ uid }) => uid === draft.payeeUid);
  const currency = payee?.currency;
  const { chargeType, ...swift } = useSwift(payee, draft.chargeType);
  const held = useSources(draft, currency);
  const { source } = held;
  const { active, blocked, isPending: isUnsure } = useCrossActive();
  const isCross = source !== undefined && currency !== undefined && source.currency !== currency;

  const typed = useDebounced(draft.amount, restMs);
  const asks = payee !== undefined && isAmount(payee.currency, typed) && source !== undefined;
  const quote = useLockedQuote(
    asks && isCross && active
      ? { sell: source.currency, buy: payee.currency, side: 'buy', amount: typed, payeeUid: payee.uid }
      : undefined,
  );
  const quoteId = quote.held?.quote.quoteId;
  const { learn, ...leaving } = useLater(draft, isCross);
  const question: PriceQuestion | undefined =
    asks && (!isCross || quoteId !== undefined)
      ? {
          sourceBankholderId: source.bankholderid,
          amount: typed,
          currency: payee.currency,
          chargeType,
          payeeUid: payee.uid,
          ...(isCross && quoteId !== undefined && { quoteId }),
          ...(leaving.executionDate && { executionDate: leaving.executionDate }),
        }
      : undefined;
  const price = useGlobalPrice(question);
  learn(question ? price.data?.plan : undefined);
  const isTyped = payee !== undefined && isAmount(payee.currency, draft.amount) && source !== undefined;
  // A cross-currency payment needs the quote before the price.
  const isQuoting = isCross && (quote.updating || (active ? !quote.error && quoteId === undefined : isUnsure));
  const isAsking = typed !== draft.amount || isQuoting || (question !== undefined && isAwaited(price));
  const isStale = typed !== draft.amount || price.isPlaceholderData || price.isFetching || quote.updating;
  return {
    draft: { ...draft, chargeType },
    change: (next: Partial<Draft>) => keep({ ...draft, ...next }),
    ...filled,
    brought: useBrought(draft),
    ...held,
    payees,
    payee,
    step: stepOf(address, draft, currency),
    currency,
    ...swift,
    isCross,
    ...leaving,
    blocked: isCross ? blocked : undefined,
    quote,
    price: question ? price.data : undefined,
    priceError: question && !price.isFetching ? price.error : undefined,
    retryPrice: () => void price.refetch(),
    isPricing: question ? price.isPending : asks && quote.updating,
    updating: question !== undefined && isStale,
    isAsking: isTyped && swift.off === undefined && isAsking,
  };
}
function useFilled() {
  const address: Address = useSearch({ strict: false });
  const { payee, again } = address;
  const owner = useSession().user.uid;
  // A payee or an earlier payment named in the address has a draft of its own.
  const { draft, keep, amend, renew } = useDraft(owner, `payment-swt:${payee ?? again ?? ''}`, () => freshDraft(payee));
  const earlier = useRepeat(again);
  const isEmpty = !draft.payeeUid && !draft.amount;
  const fill = useEffectEvent(() => {
    if (!earlier.data || !isEmpty) return;
    const { payeeUid, chargeBearer } = earlier.data;
    const { scheme: _home, ...same } = filledFrom(earlier.data);
    keep({ ...same, payeeUid: payeeUid ?? '', chargeType: chargeBearer === 'OUR' ? chargeBearer : 'SHA' });
  });
  useEffect(() => {
    // The cached data may predate the last resubmission.
    if (!earlier.isFetching) fill();
  }, [earlier.isFetching]);
  return { draft, address, keep, amend, renew, isFilling: isEmpty && earlier.isFetching };
}

export type GlobalForm = ReturnType<typeof useGlobalForm>;

/** Dates come from the last price. A cross-currency payment cannot be scheduled, because it uses its quote now. */
function useLater({ when, day }: Draft, isCross: boolean) {
  const [plan, setPlan] = useState<PlanView>();
  const later: When | undefined = isCross ? undefined : { when, day };
  return {
    later,
    plan,
    executionDate: later && plannedDay(later, plan),
    learn: (told: PlanView | null | undefined) => {
      if (told && (told.earliest !== plan?.earliest || told.latest !== plan.latest)) setPlan(told);
    },
  };
}

function useSwift(payee: PayeeView | undefined, chosen: ChargeType | undefined) {
  const currencies = useSwiftCurrencies();
  const bySwift = payee !== undefined && routesAbroad[payee.type] === 'swift';
  const swift = bySwift ? currencies.data?.find(({ code }) => code === payee.currency) : undefined;
  const charges: readonly ChargeType[] = bySwift ? (swift?.chargeTypes ?? ['SHA']) : [];
  const wanted = chosen ?? payee?.details.chargeType;
  return {
    charges,
    chargeType: charges.find((each) => each === wanted) ?? 'SHA',
    bounds: swift && {
      least: { amount: swift.min, currency: swift.code },
      most: { amount: swift.max, currency: swift.code },
    },
    off: swift?.message ?? undefined,
  };
}
