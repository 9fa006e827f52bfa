import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { QuoteView } from '@larkmere/contract/fx';
import type { ChargeType, GlobalPriceView } from '@larkmere/contract/global-payment';
import type { PayeeView } from '@larkmere/contract/payee';
import { routesAbroad } from '@larkmere/contract/payee-type';
import type { Purpose } from '@larkmere/contract/pin';
import { saidIn, warningOf } from '../payment-form/payment-form.tsx';
import type { GlobalOrder } from './global-payment.api.ts';
import type { Draft } from './use-global-form.ts';

type Figures = {
  draft: Draft & { chargeType: ChargeType };
  payee: PayeeView;
  source: BankAccountView;
  price: GlobalPriceView;
  quote: QuoteView | undefined;
  executionDate: string | undefined;
  documents: readonly string[];
};

/** The PIN purpose and the request share the same terms and idempotency key. */
export function orderOf(
  { draft, payee, source, price, quote, executionDate, documents }: Figures,
  idempotency: string,
): { purpose: Purpose; approved: (approval: string) => GlobalOrder } {
  const terms = {
    sourceBankholderId: source.bankholderid,
    payeeUid: payee.uid,
    payeeVersion: payee.version,
    fee: price.fee.amount,
    reference: draft.reference.trim(),
    chargeType: draft.chargeType,
    ...(draft.draftUid && { draftUid: draft.draftUid }),
    ...saidIn(draft.said),
  };
  // Supporting documents are not part of the payment, so the PIN does not cover them.
  const warning = warningOf(payee, draft.said);
  const evidence = { ...(warning && { warning }), ...(documents.length > 0 && { documents: [...documents] }) };
  if (quote) {
    // When the exchange waits for approval, the PIN also authorises the worst case.
    const cross = { ...terms, quoteId: quote.quoteId, ...(price.team && { worst: price.team.worst }) };
    const { sellAmount, buyAmount } = quote;
    return {
      purpose: {
        operation: 'payment.global.cross',
        ...cross,
        ...sellAmount,
        buyAmount: buyAmount.amount,
        buyCurrency: buyAmount.currency,
        paymentIdempotency: idempotency,
      },
      approved: (approval) => ({ kind: 'cross', order: { ...cross, ...evidence, approval, idempotency } }),
    };
  }
  const same = {
    ...terms,
    ...price.sent,
    route: routesAbroad[payee.type] ?? 'swift',
    ...(executionDate && { executionDate }),
  };
  return {
    purpose: { operation: 'payment.global.same', ...same, paymentIdempotency: idempotency },
    approved: (approval) => ({ kind: 'same', order: { ...same, ...evidence, approval, idempotency } }),
  };
}
