import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import { crossBorderRoutes } from '@larkmere/contract/payees/payee-type';
import type { ChargeType } from '@larkmere/contract/payments/international';
import type { ScheduleView } from '@larkmere/contract/payments/payment';
import { type Currency, isPositive, readAmount } from '@larkmere/money/money';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { useSupportingDocuments } from '../../checks/document/document.tsx';
import { useLockedQuote } from '../../fx/conversion/conversion.tsx';
import { useInternationalPayees, useIsPayable, usePayees } from '../../payees/payee/payee.tsx';
import { useDraft } from '../../platform/forms/draft.ts';
import { useDebounced } from '../../platform/forms/use-debounced.ts';
import { isQueryPending } from '../../platform/forms/use-submit-when-ready.ts';
import { useSession } from '../../platform/session/session.ts';
import { type PaymentTiming, scheduledDateOf } from '../initiation/initiation.tsx';
import { domesticReferenceRules, isDomesticCurrency, useEarlierPayment } from '../payment/payment.tsx';
import {
  type PriceRequest,
  useCrossCurrencyStatus,
  useInternationalPrice,
  useSwiftCurrencies,
} from './international.api.ts';
import { type InternationalDraft, newInternationalDraft, prefillInternational } from './international-draft.ts';

const swiftText = /^[A-Za-z0-9 /?:().,'+-]+$/;

export const isReference = (payee: PayeeView | undefined, text: string): boolean =>
  swiftText.test(text) && text.length <= referenceRuleOf(payee).longest;

const debounceMs = 400;

const listPayingAccounts = (accounts: readonly BankAccountView[] | undefined): BankAccountView[] | undefined =>
  accounts?.filter(({ status, features }) => status === 'active' && features.includes('send'));

function isValidAmount(currency: Currency, typed: string): boolean {
  const amount = readAmount(currency, typed);
  return amount !== undefined && isPositive(amount);
}

/** Paid by the domestic rail of the payee's currency, out of an account of another currency. */
export const isAtHome = (payee: PayeeView | undefined): boolean =>
  payee !== undefined && crossBorderRoutes[payee.type] === undefined;

/** SWIFT carries what SEPA carries. */
export function referenceRuleOf(payee: PayeeView | undefined) {
  const home = payee && isAtHome(payee) && isDomesticCurrency(payee.currency) ? payee.currency : 'EUR';
  return domesticReferenceRules[home];
}

/** The account in the payee's currency needs no exchange, so it is offered first; at home it has a form of its own. */
function useSourceAccounts({ source }: InternationalDraft, payee: PayeeView | undefined) {
  const accounts = useAccounts();
  const currency = payee?.currency;
  const sources = listPayingAccounts(accounts.data)?.filter((each) => !isAtHome(payee) || each.currency !== currency);
  const chosen =
    sources?.find(({ bankholderid }) => bankholderid === source) ??
    sources?.find((account) => account.currency === currency) ??
    sources?.[0];
  return { accounts, sources, source: chosen };
}

export type Step = 'payee' | 'form' | 'review';

type Address = { step?: string; payee?: string; again?: string };

function currentStep({ step, ...from }: Address, draft: InternationalDraft, payee: PayeeView | undefined): Step {
  const target = step ?? (from.payee || from.again ? 'form' : 'payee');
  const currency = payee?.currency;
  if (!draft.payeeUid || target === 'payee') return 'payee';
  const isWhole =
    currency !== undefined && isValidAmount(currency, draft.amount) && isReference(payee, draft.reference.trim());
  return target === 'review' && isWhole ? 'review' : 'form';
}

export function useInternationalForm() {
  const { draft, keep, address, ...filled } = usePrefilledDraft();
  const payees = useInternationalPayees();
  const everybody = usePayees();
  const isPayable = useIsPayable();
  const payee = everybody.data?.find((each) => each.uid === draft.payeeUid && isPayable(each));
  const currency = payee?.currency;
  const { chargeType, ...swift } = useSwiftOptions(payee, draft.chargeType);
  const held = useSourceAccounts(draft, payee);
  const { source } = held;
  const { active, blocked, isPending: isUnsure } = useCrossCurrencyStatus();
  const isCross = source !== undefined && currency !== undefined && source.currency !== currency;

  const typed = useDebounced(draft.amount, debounceMs);
  const asks = payee !== undefined && isValidAmount(payee.currency, typed) && source !== undefined;
  const quote = useLockedQuote(
    asks && isCross && active
      ? { sell: source.currency, buy: payee.currency, side: 'buy', amount: typed, payeeUid: payee.uid }
      : undefined,
  );
  // For a moment after another account was chosen, the quote is still that of the one before.
  const isOfSource = quote.held?.quote.sellAmount.currency === source?.currency;
  const quoteId = isOfSource ? quote.held?.quote.quoteId : undefined;
  const { learn, ...leaving } = useScheduling(draft, isCross);
  const question: PriceRequest | undefined =
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
  const price = useInternationalPrice(question);
  learn(question ? price.data?.schedule : undefined);
  const isTyped = payee !== undefined && isValidAmount(payee.currency, draft.amount) && source !== undefined;
  // A cross-currency payment needs the quote before the price.
  const isQuoting = isCross && (quote.updating || (active ? !quote.error && quoteId === undefined : isUnsure));
  const isAsking = typed !== draft.amount || isQuoting || (question !== undefined && isQueryPending(price));
  const isStale = typed !== draft.amount || price.isPlaceholderData || price.isFetching || quote.updating;
  return {
    draft: { ...draft, chargeType },
    change: (next: Partial<InternationalDraft>) => keep({ ...draft, ...next }),
    ...filled,
    brought: useSupportingDocuments(draft),
    ...held,
    payees,
    payee,
    step: currentStep(address, draft, payee),
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
function usePrefilledDraft() {
  const address: Address = useSearch({ strict: false });
  const { payee, again } = address;
  const owner = useSession().user.uid;
  // A payee or an earlier payment named in the address has a draft of its own.
  const { draft, keep, amend, renew } = useDraft(owner, `payment-swt:${payee ?? again ?? ''}`, () =>
    newInternationalDraft(payee),
  );
  const earlier = useEarlierPayment(again);
  const isEmpty = !draft.payeeUid && !draft.amount;
  const fill = useEffectEvent(() => {
    if (!earlier.data || !isEmpty) return;
    keep({ ...draft, ...prefillInternational(earlier.data) });
  });
  useEffect(() => {
    // The cached data may predate the last resubmission.
    if (!earlier.isFetching) fill();
  }, [earlier.isFetching]);
  return {
    draft,
    address,
    keep,
    amend,
    saveAttempt: (attempt: InternationalDraft['attempt']) => amend((now) => ({ ...now, attempt })),
    renew,
    isFilling: isEmpty && earlier.isFetching,
  };
}

export type InternationalForm = ReturnType<typeof useInternationalForm>;

/** Dates come from the last price. A cross-currency payment cannot be scheduled, because it uses its quote now. */
function useScheduling({ when, day }: InternationalDraft, isCross: boolean) {
  const [plan, setPlan] = useState<ScheduleView>();
  const later: PaymentTiming | undefined = isCross ? undefined : { when, day };
  return {
    later,
    plan,
    executionDate: later && scheduledDateOf(later, plan),
    learn: (schedule: ScheduleView | null | undefined) => {
      if (schedule && (schedule.earliest !== plan?.earliest || schedule.latest !== plan.latest)) setPlan(schedule);
    },
  };
}

function useSwiftOptions(payee: PayeeView | undefined, chosen: ChargeType | undefined) {
  const currencies = useSwiftCurrencies();
  const bySwift = payee !== undefined && crossBorderRoutes[payee.type] === 'swift';
  const swift = bySwift ? currencies.data?.find(({ code }) => code === payee.currency) : undefined;
  const charges: readonly ChargeType[] = bySwift ? (swift?.chargeTypes ?? ['SHA']) : [];
  const preference = chosen ?? payee?.details.chargeType;
  return {
    charges,
    chargeType: charges.find((each) => each === preference) ?? 'SHA',
    bounds: swift && {
      least: { amount: swift.min, currency: swift.code },
      most: { amount: swift.max, currency: swift.code },
    },
    off: swift?.message ?? undefined,
  };
}
