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

/** Before an amount is typed, a small one yields the fee, the limits and the available balance. */
const small = '1.00';

export function usePaymentPrice(source: Account, asked: Asked, currency: PayCurrency) {
  const { amount: typed, when = 'now', day = '' } = asked;
  const amount = useDebounced(typed, restMs);
  const offText = useOffText();
  const question = (text: string, executionDate?: string) => {
    const plain = questionOf(source, asked, currency, text);
    return plain && { ...plain, ...(executionDate && { executionDate }) };
  };
  const probe = usePrice(question(small));
  // The amount decides the rail, and the rail decides the allowed dates.
  const byAmount = usePrice(question(amount));
  const known = (question(amount) && byAmount.data) ?? probe.data;
  const executionDate = plannedDay({ when, day }, known?.plan);
  const judged = when === 'later' && !executionDate ? undefined : question(amount, executionDate);
  const current = usePrice(judged);
  const has = judged !== undefined && isAmount(typed, currency);
  const price = has ? current.data : undefined;
  const off = refusedWith(current.error ?? probe.error, 'service_off');
  // Without a valid date no price is requested, but a pending answer may still allow the date.
  const last = judged === undefined ? byAmount : current;
  const isTyped = question(typed) !== undefined;
  const isAsking = isTyped && (amount !== typed || isAwaited(byAmount) || isAwaited(last));
  return {
    price,
    executionDate,
    probe: probe.data,
    known,
    available: (price ?? probe.data)?.available,
    updating: has && (amount !== typed || current.isFetching),
    isAsking,
    error: isTyped && !last.isFetching ? (last.error ?? undefined) : undefined,
    dayRefused: executionDate && refusedWith(current.error, 'execution_date_invalid')?.message,
    retry: () => void last.refetch(),
    off: off && offText(off.message, (off.data as OffData | null)?.until),
  };
}

export function useMost(source: Account, asked: Asked, currency: PayCurrency): string | undefined {
  const { data: probe } = usePrice(questionOf(source, asked, currency, small));
  const { data: whole } = usePrice(probe && questionOf(source, asked, currency, probe.available.amount));
  return probe && mostOf(probe.available, (whole ?? probe).fee);
}

const refusedWith = (error: unknown, code: RefusalCode): ApiError | undefined =>
  error instanceof ApiError && error.code === code ? error : undefined;
