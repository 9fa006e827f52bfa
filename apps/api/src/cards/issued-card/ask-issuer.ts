import { PartnerTimeout } from '../../platform/http/partner-client.ts';
import { Refusal } from '../../platform/requests/refusal.ts';

/** Refuses with `card_issuer_unavailable` if it does not answer. */
export async function askIssuer<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
  return ask().catch((error: unknown) => {
    throw error instanceof PartnerTimeout ? new Refusal('card_issuer_unavailable') : error;
  });
}
