import type { PayeeView } from '@larkmere/contract/payees/payee';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { copyDraft, listDrafts, useDraft } from '../../platform/forms/draft.ts';
import { useSession } from '../../platform/session/session.ts';
import { useEarlierPayment } from '../payment/payment.tsx';
import { draftForPayee, draftFromEarlier, newPaymentDraft, type PaymentDraft } from './payment-draft.ts';

const draftPrefix = 'payment:';
const nameOf = (payeeUid: string, again: string | undefined): string =>
  `${draftPrefix}${payeeUid}${again ? `:${again}` : ''}`;

/** What a favourite fills in. It has a draft of its own. */
export type Preset = Readonly<{ name: string; amount: string; reference: string }>;

/** Each payee has a draft of its own, and so has a payment that is made again. */
export function usePaymentDraft(payee: PayeeView, again: string | undefined, preset?: Preset) {
  const owner = useSession().user.uid;
  // The account whose page led here.
  const { from = '' }: { from?: string } = useSearch({ strict: false });
  const stored = useDraft<PaymentDraft>(owner, preset?.name ?? nameOf(payee.uid, again), () => ({
    ...newPaymentDraft(),
    source: from,
    amount: preset?.amount ?? '',
    reference: preset?.reference || (payee.defaultReference ?? ''),
  }));
  const { draft, keep } = stored;
  const earlier = useEarlierPayment(again);
  const isEmpty = draft.amount === '' && draft.sent === undefined;
  const fill = useEffectEvent(() => {
    if (earlier.data && isEmpty) keep({ ...draftFromEarlier(earlier.data), idempotency: draft.idempotency });
  });
  useEffect(() => {
    // The cached data may predate the last resubmission.
    if (!earlier.isFetching) fill();
  }, [earlier.isFetching]);
  return { ...stored, isFilling: isEmpty && earlier.isFetching };
}

export type StoredDraft = ReturnType<typeof usePaymentDraft>;

/** Payments that were begun in this tab and not sent, by the payee. */
export const useUnsentDrafts = (): (readonly [payeeUid: string, draft: PaymentDraft])[] =>
  listDrafts<PaymentDraft>(useSession().user.uid, draftPrefix).filter(
    ([rest, { amount, sent }]) => !rest.includes(':') && amount !== '' && sent === undefined,
  );

/** The amount and the details that were typed for one payee, for another one. */
export const useMoveDraft = (): ((from: PayeeView, to: PayeeView) => void) => {
  const owner = useSession().user.uid;
  return (from, to) =>
    copyDraft<PaymentDraft>(owner, nameOf(from.uid, undefined), nameOf(to.uid, undefined), (draft) =>
      draft.sent ? undefined : draftForPayee(draft, to, from),
    );
};
