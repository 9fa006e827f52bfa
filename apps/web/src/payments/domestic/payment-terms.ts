import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { PriceView } from '@larkmere/contract/payments/payment';
import { type scamWarningFor, trimRegulatoryInfo } from '../initiation/initiation.tsx';
import { type DomesticCurrency, domesticRouteOf } from '../payment/payment.tsx';
import type { PaymentDraft, PaymentTerms } from './payment-draft.ts';

type Reviewed = Readonly<{
  currency: DomesticCurrency;
  source: BankAccountView;
  payee: PayeeView;
  draft: PaymentDraft;
  price: PriceView;
  executionDate?: string | undefined;
  warning: ReturnType<typeof scamWarningFor>;
  documents?: string[];
}>;

/** What is sent and covered by the PIN, from what the customer reviewed. */
export function toPaymentTerms(reviewed: Reviewed): PaymentTerms {
  const { currency, source, payee, draft, price, executionDate, warning, documents = [] } = reviewed;
  return {
    sourceBankholderId: source.bankholderid,
    payeeUid: payee.uid,
    payeeVersion: payee.version,
    amount: draft.amount,
    ...(currency === 'EUR' ? { currency, scheme: draft.scheme } : { currency }),
    route: domesticRouteOf(source),
    fee: price.fee.amount,
    reference: draft.reference.trim(),
    ...trimRegulatoryInfo(draft.regulatoryInfo),
    ...(draft.endToEndId?.trim() && { endToEndId: draft.endToEndId.trim() }),
    ...(documents.length > 0 && { documents }),
    ...(warning && { warning }),
    ...(executionDate && { executionDate }),
    ...(draft.draftUid && { draftUid: draft.draftUid }),
  };
}
