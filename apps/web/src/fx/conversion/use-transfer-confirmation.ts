import type { QuoteView } from '@larkmere/contract/fx/conversion';
import { useState } from 'react';
import type { TransferRequest } from './conversion.api.ts';
import { worstCaseTerms } from './transfer-draft.ts';
import type { TransferSubmission } from './use-submit-transfer.ts';
import type { TransferForm } from './use-transfer-form.ts';

/** The terms when the PIN was requested; other terms need another PIN. */
type PinRequest = { quote: QuoteView | undefined; round: number };

const isQuoteUnusable = (code: string | undefined): boolean =>
  code === 'quote_expired' || code === 'rate_moved' || code === 'quote_used';

/**
 * A quote that expires closes the PIN pad and requests a new one. `before` is the last quote the customer saw, so that
 * a changed rate is always announced.
 */
export function useTransferConfirmation(form: TransferForm, { send }: TransferSubmission) {
  const [asking, setAsking] = useState<PinRequest>();
  const [before, setBefore] = useState<QuoteView>();
  const { draft, from, to, quote } = form;

  const renew = () => {
    setAsking(undefined);
    setBefore(quote.held?.quote);
    quote.renew();
  };
  const order = (approval: string): TransferRequest | undefined => {
    if (!from || !to || !asking) return undefined;
    const accounts = { sourceBankholderId: from.bankholderid, targetBankholderId: to.bankholderid };
    const common = { ...accounts, authorisation: approval, idempotency: draft.idempotency };
    return asking.quote
      ? { kind: 'convert', order: { ...common, quoteId: asking.quote.quoteId, ...worstCaseTerms(asking.quote) } }
      : { kind: 'transfer', order: { ...common, amount: draft.amount, currency: from.currency } };
  };
  return {
    asking,
    before,
    renew,
    ask: () => {
      setBefore(undefined);
      setAsking({ quote: quote.held?.quote, round: 0 });
    },
    close: () => setAsking(undefined),
    approve: async (approval: string) => {
      const out = order(approval);
      if (!out) return;
      const refused = await send(out);
      if (isQuoteUnusable(refused?.code)) renew();
      if (refused?.code === 'authorisation_invalid') setAsking((last) => last && { ...last, round: last.round + 1 });
    },
  };
}
