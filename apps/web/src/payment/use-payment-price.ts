import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { OffData, RefusalCode } from '@larkmere/contract/refusals';
import { ApiError } from '../kernel/call-errors.ts';
import { isAwaited } from '../kernel/use-awaited-submit.ts';
import { useDebounced } from '../kernel/use-debounced.ts';
import { plannedDay } from '../payment-form/payment-form.tsx';
import { useOffText } from '../ui/use-off-text.ts';
import { isAmount, mostOf } from './amounts.ts';
import type { PayCurrency } from './pay-currency.ts';
import { usePrice } from './payment.api.ts';
import type { PaymentDraft } from './payment-draft.ts';

const restMs = 400;

type Asked = Pick<PaymentDraft, 'amount' | 'scheme'> & Partial<Pick<PaymentDraft, 'payeeUid' | 'when' | 'day'>>;
type Account = Pick<BankAccountView, 'bankholderid'> | undefined;

/** What is asked of the price of an amount; nothing while it is none. */
const questionOf = (source: Account, { scheme, payeeUid }: Asked, currency: PayCurrency, amount: string) =>
  source && isAmount(amount, currency)
    ? {
        sourceBankholderId: source.bankholderid,
        amount,
        currency,
        ...(payeeUid && { payeeUid }),
        ...(currency === 'EUR' && { scheme }),
      }
    : undefined;

/** Before anybody has typed an amount: what a small one costs, and what there is. */
const small = '1.00';

/** What the amount in the form costs, and what is known before there is one: what is available, the fee, the limits. */
export function usePaymentPrice(source: Account, asked: Asked, currency: PayCurrency) {
  const { amount: typed, when = 'now', day = '' } = asked;
  const amount = useDebounced(typed, restMs);
  const offText = useOffText();
  const question = (text: string, executionDate?: string) => {
    const plain = questionOf(source, asked, currency, text);
    return plain && { ...plain, ...(executionDate && { executionDate }) };
  };
  const probe = usePrice(question(small));
  // The amount decides the rail, and the rail between which days it can be planned.
  const byAmount = usePrice(question(amount));
  const known = (question(amount) && byAmount.data) ?? probe.data;
  const executionDate = plannedDay({ when, day }, known?.plan);
  const judged = when === 'later' && !executionDate ? undefined : question(amount, executionDate);
  const current = usePrice(judged);
  const has = judged !== undefined && isAmount(typed, currency);
  const price = has ? current.data : undefined;
  const off = refusedWith(current.error ?? probe.error, 'service_off');
  // A day that cannot be planned asks for no price, but may be judged by an answer that is still to come.
  const last = judged === undefined ? byAmount : current;
  const isTyped = question(typed) !== undefined;
  const isAsking = isTyped && (amount !== typed || isAwaited(byAmount) || isAwaited(last));
  return {
    price,
    /** The later day on which it leaves, as it was asked for. */
    executionDate,
    probe: probe.data,
    /** What holds on the way that the amount takes; before there is one, on that of small amounts. */
    known,
    available: (price ?? probe.data)?.available,
    /** The figures shown are those of an earlier amount. */
    updating: has && (amount !== typed || current.isFetching),
    /** The answer for exactly what stands in the form is still to come. */
    isAsking,
    error: isTyped && !last.isFetching ? (last.error ?? undefined) : undefined,
    /** Why it cannot be planned for this day, by the rail that this amount takes. */
    dayRefused: executionDate && refusedWith(current.error, 'execution_date_invalid')?.message,
    retry: () => void last.refetch(),
    off: off && offText(off.message, (off.data as OffData | null)?.until),
  };
}

/** What "Use all" puts in: what is available without the fee of the rail that so much takes. */
export function useMost(source: Account, asked: Asked, currency: PayCurrency): string | undefined {
  const { data: probe } = usePrice(questionOf(source, asked, currency, small));
  const { data: whole } = usePrice(probe && questionOf(source, asked, currency, probe.available.amount));
  return probe && mostOf(probe.available, (whole ?? probe).fee);
}

const refusedWith = (error: unknown, code: RefusalCode): ApiError | undefined =>
  error instanceof ApiError && error.code === code ? error : undefined;
