import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { QuoteView } from '@larkmere/contract/fx/conversion';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import { crossBorderRoutes } from '@larkmere/contract/payees/payee-type';
import type { ChargeType, InternationalPriceView } from '@larkmere/contract/payments/international';
import type { Purpose } from '@larkmere/contract/purpose';
import { scamWarningFor, trimRegulatoryInfo } from '../initiation/initiation.tsx';
import type { InternationalPaymentRequest } from './international.api.ts';
import type { InternationalDraft } from './international-draft.ts';

type PaymentTerms = {
  draft: InternationalDraft & { chargeType: ChargeType };
  payee: PayeeView;
  source: BankAccountView;
  price: InternationalPriceView;
  quote: QuoteView | undefined;
  executionDate: string | undefined;
  documents: readonly string[];
};

/** The PIN purpose and the request share the same terms and idempotency key. */
export function toPaymentRequest(
  { draft, payee, source, price, quote, executionDate, documents }: PaymentTerms,
  idempotency: string,
): { purpose: Purpose; approved: (approval: string) => InternationalPaymentRequest } {
  const terms = {
    sourceBankholderId: source.bankholderid,
    payeeUid: payee.uid,
    payeeVersion: payee.version,
    fee: price.fee.amount,
    reference: draft.reference.trim(),
    chargeType: draft.chargeType,
    ...(draft.draftUid && { draftUid: draft.draftUid }),
    ...trimRegulatoryInfo(draft.regulatoryInfo),
  };
  // Supporting documents are not part of the payment, so the PIN does not cover them.
  const warning = scamWarningFor(payee, draft.regulatoryInfo);
  const evidence = { ...(warning && { warning }), ...(documents.length > 0 && { documents: [...documents] }) };
  if (quote) {
    // When the exchange waits for approval, the PIN also authorises the worst case.
    const cross = { ...terms, quoteId: quote.quoteId, ...(price.team && { worstCase: price.team.worstCase }) };
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
      approved: (approval) => ({
        kind: 'cross',
        order: { ...cross, ...evidence, authorisation: approval, idempotency },
      }),
    };
  }
  const same = {
    ...terms,
    ...price.sent,
    route: crossBorderRoutes[payee.type] ?? 'swift',
    ...(executionDate && { executionDate }),
  };
  return {
    purpose: { operation: 'payment.global.same', ...same, paymentIdempotency: idempotency },
    approved: (approval) => ({ kind: 'same', order: { ...same, ...evidence, authorisation: approval, idempotency } }),
  };
}
