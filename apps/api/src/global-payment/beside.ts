import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { PaymentEvidence } from '@larkmere/contract/payment-evidence';

/**
 * Splits an order into what the PIN signs and what only accompanies the payment: warning, documents and name check are
 * not signed.
 */
export function apart<Terms extends PaymentBackground & PaymentEvidence>(terms: Terms) {
  const { warning, documents, nameCheckId, ...figures } = terms;
  const { note, purposeCode, sourceOfFunds, relationship } = terms;
  const said = { note, purposeCode, sourceOfFunds, relationship, warning };
  return { figures, beside: { said, brings: { documents, nameCheckId } } };
}
