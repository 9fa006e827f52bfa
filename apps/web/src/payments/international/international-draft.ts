import type { ChargeType } from '@larkmere/contract/payments/international';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import { type Attempt, newAttempt } from '../../platform/forms/send-request.ts';
import { prefillFrom } from '../payment/payment.tsx';
import type { InternationalPaymentRequest } from './international.api.ts';

export type InternationalDraft = {
  payeeUid: string;
  draftUid?: string | undefined;
  source: string;
  amount: string;
  reference: string;
  /** Undefined until chosen: the payee's own setting applies. */
  chargeType?: ChargeType | undefined;
  when?: 'now' | 'later' | undefined;
  day?: string | undefined;
  regulatoryInfo?: RegulatoryInformationInput;
  documents?: readonly string[] | undefined;
  /** Survives with the form, so that a user who returns cannot send it under another key. */
  attempt: Attempt<InternationalPaymentRequest>;
};

export const newInternationalDraft = (payeeUid = ''): InternationalDraft => ({
  attempt: newAttempt(),
  payeeUid,
  source: '',
  amount: '',
  reference: '',
});

/** A payment that was already sent is stored anyway. */
export const hasUnsavedChanges = ({ payeeUid, amount, reference, attempt }: InternationalDraft): boolean =>
  attempt.sent === undefined && Boolean(payeeUid || amount || reference);

/** Form values from an earlier payment, with who paid its charges. */
export function prefillInternational(earlier: Parameters<typeof prefillFrom>[0]): Omit<InternationalDraft, 'attempt'> {
  const { payeeUid, chargeBearer } = earlier;
  const { scheme: _domestic, ...same } = prefillFrom(earlier);
  return { ...same, payeeUid: payeeUid ?? '', chargeType: chargeBearer === 'OUR' ? chargeBearer : 'SHA' };
}
