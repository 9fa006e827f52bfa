import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { ChargeType } from '@larkmere/contract/payments/international';
import type { ScheduleView } from '@larkmere/contract/payments/payment';
import { type Currency, formatAmount, isPositive, readAmount, subtract } from '@larkmere/money/money';
import { useState } from 'react';
import { useLockedQuote } from '../../fx/conversion/conversion.tsx';
import { useDebounced } from '../../platform/forms/use-debounced.ts';
import { isQueryPending } from '../../platform/forms/use-submit-when-ready.ts';
import { scheduledDateOf } from '../initiation/initiation.tsx';
import { isDomesticCurrency } from '../payment/payment.tsx';
import { isValidAmount, type PaymentDraft, type PaymentKind } from './payment-draft.ts';
import { type PriceQuestion, useExchangeStatus, useFormPrice } from './payment-price.api.ts';

const debounceMs = 300;
/** A fee that depends on the amount may change with the amount that it leaves. */
const maxRounds = 3;

type Context = Readonly<{
  draft: PaymentDraft & { chargeType: ChargeType };
  payee: PayeeView;
  source: BankAccountView;
  kind: PaymentKind;
}>;

/** Both amounts of the form, whichever was typed, with the quote and the price that belong to them. */
export function useAmounts(context: Context) {
  const { draft, payee, source, kind } = context;
  const text = useDebounced(draft.amount, debounceMs);
  const typedCurrency = draft.side === 'send' ? source.currency : payee.currency;
  const isTyped = isValidAmount(typedCurrency, draft.amount);
  const isPriced = isValidAmount(typedCurrency, text);
  const { net, learnFee } = useNetAmount(context, text);
  const { active, isPending: isUnsure, blocked } = useExchangeStatus(kind === 'exchange');

  const quote = useLockedQuote(
    isPriced && kind === 'exchange' && active && net !== undefined
      ? {
          sell: source.currency,
          buy: payee.currency,
          side: draft.side === 'send' ? 'sell' : 'buy',
          amount: net,
          payeeUid: payee.uid,
        }
      : undefined,
  );
  // For a moment after another account was chosen, the quote is still that of the one before.
  const held = quote.held?.quote.sellAmount.currency === source.currency ? quote.held : undefined;
  const amount = kind === 'exchange' ? held?.quote.buyAmount.amount : net;
  const { question, learnPlan, ...dates } = useQuestion(context, isPriced ? amount : undefined, held?.quote.quoteId);
  const price = useFormPrice(question);
  const shown = question ? price.data : undefined;
  learnPlan(shown?.schedule);
  if (shown && !price.isPlaceholderData) learnFee(shown.fee.amount);

  const isQuoting = kind === 'exchange' && (quote.updating || (active ? !quote.error && !held : isUnsure));
  const isPriceAwaited = question !== undefined && isQueryPending(price);
  const isSettling = text !== draft.amount || (question !== undefined && price.isPlaceholderData) || quote.updating;
  return {
    quote,
    held,
    blocked: kind === 'exchange' ? blocked : undefined,
    price: shown,
    priceError: question && !price.isFetching ? (price.error ?? undefined) : undefined,
    retryPrice: () => void price.refetch(),
    updating: isTyped && (isSettling || (question !== undefined && price.isFetching)),
    isAsking: isTyped && blocked === undefined && (text !== draft.amount || isQuoting || isPriceAwaited),
    ...dates,
    ...shownAmounts(context, shown, held?.quote.buyAmount.amount, isTyped),
  };
}

/** What the form shows in its two fields: the typed one as it is, the other from the price. */
function shownAmounts(
  { draft: { side, amount }, kind }: Context,
  price: ReturnType<typeof useFormPrice>['data'],
  bought: string | undefined,
  isTyped: boolean,
) {
  const gets = kind === 'exchange' ? bought : price?.amount.amount;
  return {
    sends: side === 'send' ? amount : (isTyped && price?.total.amount) || '',
    gets: side === 'get' ? amount : (isTyped && price && gets) || '',
  };
}

type LearntFee = Readonly<{ key: string; text: string; fee: string; rounds: number }>;

/** What is left for the payee of the amount that leaves the account, once the fee is known. */
function useNetAmount({ draft, payee, source }: Context, text: string) {
  const [learnt, setLearnt] = useState<LearntFee>();
  const key = [source.bankholderid, payee.uid, draft.scheme, draft.chargeType, draft.side].join(' ');
  const known = learnt?.key === key ? learnt : undefined;
  const learnFee = (fee: string) => {
    const rounds = known?.text === text ? known.rounds + 1 : 0;
    if (draft.side !== 'send' || rounds > maxRounds) return;
    if (known?.fee !== fee || known.text !== text) setLearnt({ key, text, fee, rounds });
  };
  const net = draft.side === 'send' && known ? lessFee(source.currency, text, known.fee) : text;
  return { net, learnFee };
}

/** Undefined if the fee takes everything. */
export function lessFee(currency: Currency, text: string, feeText: string): string | undefined {
  const whole = readAmount(currency, text);
  const fee = readAmount(currency, feeText);
  if (!whole || !fee) return text;
  const left = subtract(whole, fee);
  return isPositive(left) ? formatAmount(left) : undefined;
}

/** Allowed dates come with a price; a payment that is exchanged uses its quote now and cannot be scheduled. */
function useQuestion(
  { draft, payee, source, kind }: Context,
  amount: string | undefined,
  quoteId: string | undefined,
): {
  question: PriceQuestion | undefined;
  plan: ScheduleView | undefined;
  executionDate: string | undefined;
  learnPlan: (plan: ScheduleView | null | undefined) => void;
} {
  const [plan, setPlan] = useState<ScheduleView>();
  const executionDate = kind === 'exchange' ? undefined : scheduledDateOf(draft, plan);
  const learnPlan = (next: ScheduleView | null | undefined) => {
    if (next && (next.earliest !== plan?.earliest || next.latest !== plan.latest)) setPlan(next);
  };
  const { currency } = payee;
  const dated = executionDate && { executionDate };
  const of = { sourceBankholderId: source.bankholderid, payeeUid: payee.uid, ...dated };
  const question = (): PriceQuestion | undefined => {
    if (amount === undefined || (kind === 'exchange' && quoteId === undefined)) return undefined;
    if (kind === 'domestic' && isDomesticCurrency(currency))
      return {
        of: 'domestic',
        input: { ...of, amount, currency, ...(currency === 'EUR' && { scheme: draft.scheme }) },
      };
    const quoted = kind === 'exchange' && quoteId !== undefined && { quoteId };
    return { of: 'international', input: { ...of, amount, currency, chargeType: draft.chargeType, ...quoted } };
  };
  return { question: question(), plan, executionDate, learnPlan };
}
