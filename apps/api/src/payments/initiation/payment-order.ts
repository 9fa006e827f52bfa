import type { PaymentScheme } from '@larkmere/contract/payments/payment';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import type { SupportingDocuments } from '@larkmere/contract/payments/supporting-documents';
import type { Money } from '@larkmere/money/money';
import type { Quote } from '../../fx/conversion/conversion.ts';
import type { RailRoute } from '../pricing/pricing.ts';

export type PaymentOrder = Readonly<{
  kind: 'domestic' | 'swift' | 'global_same' | 'global_cross' | 'internal';
  rail: RailRoute['rail'];
  route?: 'direct' | 'ifx';
  serviceKey: string;
  sourceBankholderId: string;
  payeeUid: string;
  payeeVersion: number;
  amount: Money;
  /** The fee that the customer saw; a different one is refused with `price_changed`. */
  fee?: Money;
  maxFee?: Money;
  reference: string;
  scheme?: PaymentScheme;
  chargeBearer?: 'OUR' | 'SHA' | 'BEN';
  /** Omitted fields are taken from the payee. */
  regulatoryInformation?: (RegulatoryInformationInput & Readonly<{ warnedAt?: Date | undefined }>) | undefined;
  attachments?: (SupportingDocuments & Readonly<{ endToEndId?: string | undefined }>) | undefined;
  /** No money is held before this day. */
  executionDate?: string | undefined;
  /** The scheduled payment to execute, and the highest fee that was agreed to. */
  scheduledPayment?: Readonly<{ id: string; maxFee: Money }>;
  exchange?: Quote;
  storeQuote?: () => Promise<void>;
  agreedWorstCase?: string | undefined;
  /** One source creates one payment, however often it is retried. */
  source?: Readonly<{ kind: 'standing_order' | 'bulk' | 'auto_fx'; id: string }>;
  isPreApproved?: boolean;
  draftUid?: string | undefined;
  isDuplicateConfirmed?: boolean | undefined;
  /** Redeems the PIN authorisation with the first write, so that an earlier refusal has no side effects. */
  redeemAuthorisation?: () => Promise<void>;
}>;
