import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { RefusalCode, ServiceOffData } from '@larkmere/contract/platform/refusals';
import { useDebounced } from '../../platform/forms/use-debounced.ts';
import { isQueryPending } from '../../platform/forms/use-submit-when-ready.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { useServiceOffText } from '../../ui/use-service-off-text.ts';
import { scheduledDateOf } from '../initiation/initiation.tsx';
import { type DomesticCurrency, usePrice } from '../payment/payment.tsx';
import { isValidAmount, maxAmountOf } from './amount-checks.ts';
import type { PaymentDraft } from './payment-draft.ts';

const debounceMs = 400;

type PricedDraft = Pick<PaymentDraft, 'amount' | 'scheme'> & Partial<Pick<PaymentDraft, 'payeeUid' | 'when' | 'day'>>;
type Account = Pick<BankAccountView, 'bankholderid'> | undefined;

const toPriceRequest = (
  source: Account,
  { scheme, payeeUid }: PricedDraft,
  currency: DomesticCurrency,
  amount: string,
) =>
  source && isValidAmount(amount, currency)
    ? {
        sourceBankholderId: source.bankholderid,
        amount,
        currency,
        ...(payeeUid && { payeeUid }),
        ...(currency === 'EUR' && { scheme }),
      }
    : undefined;

/** Before an amount is typed, a small one yields the fee, the limits and the available balance. */
const probeAmount = '1.00';

export function usePaymentPrice(source: Account, draft: PricedDraft, currency: DomesticCurrency) {
  const { amount: typed, when = 'now', day = '' } = draft;
  const amount = useDebounced(typed, debounceMs);
  const offText = useServiceOffText();
  const question = (text: string, executionDate?: string) => {
    const plain = toPriceRequest(source, draft, currency, text);
    return plain && { ...plain, ...(executionDate && { executionDate }) };
  };
  const probe = usePrice(question(probeAmount));
  // The amount decides the rail, and the rail decides the allowed dates.
  const byAmount = usePrice(question(amount));
  const known = (question(amount) && byAmount.data) ?? probe.data;
  const executionDate = scheduledDateOf({ when, day }, known?.schedule);
  const judged = when === 'later' && !executionDate ? undefined : question(amount, executionDate);
  const current = usePrice(judged);
  const has = judged !== undefined && isValidAmount(typed, currency);
  const price = has ? current.data : undefined;
  const off = refusalWithCode(current.error ?? probe.error, 'service_off');
  // Without a valid date no price is requested, but a pending answer may still allow the date.
  const last = judged === undefined ? byAmount : current;
  const isTyped = question(typed) !== undefined;
  const isAsking = isTyped && (amount !== typed || isQueryPending(byAmount) || isQueryPending(last));
  return {
    price,
    executionDate,
    probe: probe.data,
    known,
    available: (price ?? probe.data)?.available,
    updating: has && (amount !== typed || current.isFetching),
    isAsking,
    error: isTyped && !last.isFetching ? (last.error ?? undefined) : undefined,
    dayRefused: executionDate && refusalWithCode(current.error, 'execution_date_invalid')?.message,
    retry: () => void last.refetch(),
    off: off && offText(off.message, (off.data as ServiceOffData | null)?.until),
  };
}

export function useMaxAmount(source: Account, draft: PricedDraft, currency: DomesticCurrency): string | undefined {
  const { data: probe } = usePrice(toPriceRequest(source, draft, currency, probeAmount));
  const { data: whole } = usePrice(probe && toPriceRequest(source, draft, currency, probe.available.amount));
  return probe && maxAmountOf(probe.available, (whole ?? probe).fee);
}

const refusalWithCode = (error: unknown, code: RefusalCode): ApiError | undefined =>
  error instanceof ApiError && error.code === code ? error : undefined;
