import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { PaymentEvidence } from '@larkmere/contract/payment-evidence';

/** What the PIN approves of a payment, and what is said of it and brought along with it. */
export function apart<Terms extends PaymentBackground & PaymentEvidence>(terms: Terms) {
  const { warning, documents, nameCheckId, ...figures } = terms;
  const { note, purposeCode, sourceOfFunds, relationship } = terms;
  const said = { note, purposeCode, sourceOfFunds, relationship, warning };
  return { figures, beside: { said, brings: { documents, nameCheckId } } };
}
