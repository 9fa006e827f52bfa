import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { OffData, RefusalCode } from '@larkmere/contract/refusals';
import { ApiError } from '../kernel/call-errors.ts';
import { isAwaited } from '../kernel/use-awaited-submit.ts';
import { useDebounced } from '../kernel/use-debounced.ts';
import { plannedDay } from '../payment-form/payment-form.tsx';
import { useOffText } from '../ui/use-off-text.ts';
import { amountFault } from './amounts.ts';
import type { PayCurrency } from './pay-currency.ts';
import { usePrice } from './payment.api.ts';
import type { PaymentDraft } from './payment-draft.ts';

const restMs = 400;

type Asked = Pick<PaymentDraft, 'amount' | 'scheme'> & Partial<Pick<PaymentDraft, 'payeeUid' | 'when' | 'day'>>;
type Account = Pick<BankAccountView, 'bankholderid'> | undefined;

/** What the amount in the form costs, and what is known before there is one: what is available, the fee, the limits. */
export function usePaymentPrice(
  source: Account,
  { amount: typed, scheme, payeeUid, when = 'now', day = '' }: Asked,
  currency: PayCurrency,
) {
  const amount = useDebounced(typed, restMs);
  const offText = useOffText();
  const question = (text: string, executionDate?: string) =>
    source && !amountFault(text, currency)
      ? {
          sourceBankholderId: source.bankholderid,
          amount: text,
          currency,
          ...(payeeUid && { payeeUid }),
          ...(currency === 'EUR' && { scheme }),
          ...(executionDate && { executionDate }),
        }
      : undefined;
  const probe = usePrice(question('1.00'));
  // The amount decides the rail, and the rail between which days it can be planned.
  const byAmount = usePrice(question(amount));
  const known = (question(amount) && byAmount.data) ?? probe.data;
  const executionDate = plannedDay({ when, day }, known?.plan);
  const asked = when === 'later' && !executionDate ? undefined : question(amount, executionDate);
  const current = usePrice(asked);
  const has = asked !== undefined && !amountFault(typed, currency);
  const price = has ? current.data : undefined;
  const off = refusedWith(current.error ?? probe.error, 'service_off');
  // A day that cannot be planned asks for no price, but may be judged by an answer that is still to come.
  const last = asked === undefined ? byAmount : current;
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

const refusedWith = (error: unknown, code: RefusalCode): ApiError | undefined =>
  error instanceof ApiError && error.code === code ? error : undefined;
