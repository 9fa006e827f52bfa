import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { PaymentEvidence } from '@larkmere/contract/payment-evidence';

/** What is said of a payment and brought along with it, apart from the figures that the PIN binds. */
export function apart<Terms extends PaymentBackground & PaymentEvidence>(terms: Terms) {
  const { note, purposeCode, sourceOfFunds, relationship, warning, documents, nameCheckId, ...figures } = terms;
  const said = { note, purposeCode, sourceOfFunds, relationship, warning };
  return { figures, beside: { said, brings: { documents, nameCheckId } } };
}
