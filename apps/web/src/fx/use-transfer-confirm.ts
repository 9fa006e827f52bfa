import type { QuoteView } from '@larkmere/contract/fx';
import { useState } from 'react';
import type { Order } from './fx.api.ts';
import { worstOf } from './transfer-draft.ts';
import type { TransferForm } from './use-transfer-form.ts';
import type { TransferSending } from './use-transfer-send.ts';

/** The figures as they stood when the PIN was asked for; other ones need a PIN of their own. */
type Asking = { quote: QuoteView | undefined; round: number };

/** What can no longer be had, and is asked for anew. */
const isOver = (code: string | undefined): boolean =>
  code === 'quote_expired' || code === 'rate_moved' || code === 'quote_used';

/**
 * From "Confirm with PIN" to the order. A quote that ends on the way closes the pad, finishes nothing, and is asked for
 * anew; `before` is the one that the customer last saw, so that a change is always said.
 */
export function useTransferConfirm(form: TransferForm, { send }: TransferSending) {
  const [asking, setAsking] = useState<Asking>();
  const [before, setBefore] = useState<QuoteView>();
  const { draft, from, to, quote } = form;

  const renew = () => {
    setAsking(undefined);
    setBefore(quote.held?.quote);
    quote.renew();
  };
  const order = (approval: string): Order | undefined => {
    if (!from || !to || !asking) return undefined;
    const accounts = { sourceBankholderId: from.bankholderid, targetBankholderId: to.bankholderid };
    const common = { ...accounts, approval, idempotency: draft.idempotency };
    return asking.quote
      ? { kind: 'convert', order: { ...common, quoteId: asking.quote.quoteId, ...worstOf(asking.quote) } }
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
      if (isOver(refused?.code)) renew();
      if (refused?.code === 'approval_invalid') setAsking((last) => last && { ...last, round: last.round + 1 });
    },
  };
}
