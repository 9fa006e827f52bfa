import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import type { SupportingDocuments } from '@larkmere/contract/payments/supporting-documents';

/**
 * Splits an order into what the PIN signs and what only accompanies the payment: warning, documents and name check are
 * not signed.
 */
export function splitPinTerms<Terms extends RegulatoryInformationInput & SupportingDocuments>(terms: Terms) {
  const { warning, documents, nameCheckId, ...figures } = terms;
  const { note, purposeCode, sourceOfFunds, relationship } = terms;
  const said = { note, purposeCode, sourceOfFunds, relationship, warning };
  return { figures, beside: { regulatoryInformation: said, attachments: { documents, nameCheckId } } };
}
