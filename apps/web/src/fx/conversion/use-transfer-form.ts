import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccounts, useBalance } from '../../accounts/bank-account/bank-account.tsx';
import { useDraft } from '../../platform/forms/draft.ts';
import { useDebounced } from '../../platform/forms/use-debounced.ts';
import { useSession } from '../../platform/session/session.ts';
import type { QuoteRequest } from './conversion.api.ts';
import { checkAmount, newTransferDraft, selectAccounts, type TransferDraft } from './transfer-draft.ts';
import { useLockedQuote } from './use-quote.ts';

const debounceMs = 400;

export function useTransferForm() {
  const owner = useSession().user.uid;
  const { draft, keep, renew } = useDraft(owner, 'transfer', newTransferDraft);
  const navigate = useNavigate();
  const address: { step?: string } = useSearch({ strict: false });
  const accounts = useAccounts();
  const { usable, from, to } = selectAccounts(draft, accounts.data ?? []);
  const balance = useBalance(from?.bankholderid);
  const available = balance.data && { amount: balance.data.available, currency: balance.data.currency };

  const kind: 'convert' | 'transfer' = from && to && from.currency !== to.currency ? 'convert' : 'transfer';
  const typedIn = kind === 'convert' && draft.side === 'buy' ? to?.currency : from?.currency;
  const fault = typedIn && checkAmount(draft.amount, typedIn);
  const question: QuoteRequest | undefined =
    kind === 'convert' && from && to && !fault
      ? { sell: from.currency, buy: to.currency, side: draft.side, amount: draft.amount }
      : undefined;
  const quote = useDebouncedQuote(question);
  const goTo = (step: 'form' | 'review') =>
    void navigate({ to: '.', search: step === 'review' ? { step } : {}, replace: step === 'form' });
  return {
    draft,
    keep,
    renew,
    accounts,
    usable,
    from,
    to,
    available,
    kind,
    typedIn,
    fault,
    quote,
    change: (next: Partial<TransferDraft>) => keep({ ...draft, ...next }),
    step: address.step === 'review' && from && to && !fault ? ('review' as const) : ('form' as const),
    goTo,
  };
}

function useDebouncedQuote(question: QuoteRequest | undefined) {
  const text = JSON.stringify(question) ?? '';
  const resting = useDebounced(text, debounceMs);
  const request = question && resting !== '' ? (JSON.parse(resting) as QuoteRequest) : undefined;
  const { held, updating, ...rest } = useLockedQuote(request);
  const isOther = held && question && (held.quote.sell !== question.sell || held.quote.buy !== question.buy);
  return {
    ...rest,
    held: isOther ? undefined : held,
    updating: updating || (question !== undefined && resting !== text),
  };
}

export type TransferForm = ReturnType<typeof useTransferForm>;
