import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { ChargeType } from '@larkmere/contract/global-payment';
import type { PayeeView } from '@larkmere/contract/payee';
import { isCurrency, isPositive, readAmount } from '@larkmere/money/money';
import { useSearch } from '@tanstack/react-router';
import { useAccounts } from '../bank-account/bank-account.tsx';
import { useLockedQuote } from '../fx/fx.tsx';
import { useDraft } from '../kernel/draft.ts';
import { useSession } from '../kernel/session.ts';
import { useDebounced } from '../kernel/use-debounced.ts';
import { usePayees } from '../payee/payee.tsx';
import { type PriceQuestion, useCrossActive, useGlobalPrice } from './global-payment.api.ts';

const restMs = 400;

export type Draft = { payeeUid: string; source: string; amount: string; reference: string; chargeType: ChargeType };

const freshDraft = (payeeUid = ''): Draft => ({ payeeUid, source: '', amount: '', reference: '', chargeType: 'SHA' });

/** The payees that banks abroad are paid by, in a currency that we keep. */
const reached = (payees: readonly PayeeView[] | undefined): PayeeView[] | undefined =>
  payees?.filter(
    ({ type, status, currency }) =>
      (type === 'swt' || type === 'swiftatw') && status === 'approved' && isCurrency(currency),
  );

const paying = (accounts: readonly BankAccountView[] | undefined): BankAccountView[] | undefined =>
  accounts?.filter(
    ({ currency, status, features }) => isCurrency(currency) && status === 'active' && features.includes('send'),
  );

/** A payment abroad in the making: whom, out of which account, how much, and what it costs at this moment. */
export function useGlobalForm() {
  const address: { payee?: string } = useSearch({ strict: false });
  const owner = useSession().user.uid;
  // A payee that the address names has a form of its own.
  const { draft, keep, renew } = useDraft(owner, `payment-swt:${address.payee ?? ''}`, () => freshDraft(address.payee));
  const accounts = useAccounts();
  const payees = usePayees();
  const choices = reached(payees.data);
  const sources = paying(accounts.data);
  const payee = choices?.find(({ uid }) => uid === draft.payeeUid) ?? choices?.[0];
  const currency = payee?.currency;
  // The account of the payee's own currency costs no exchange, so it is the one offered first.
  const source =
    sources?.find(({ bankholderid }) => bankholderid === draft.source) ??
    sources?.find((account) => account.currency === currency) ??
    sources?.[0];
  const active = useCrossActive();
  const isCross = source !== undefined && currency !== undefined && source.currency !== currency;

  const typed = useDebounced(draft.amount, restMs);
  const amount = currency && readAmount(currency, typed);
  const isAmount = amount !== undefined && isPositive(amount);
  const asks = isAmount && source !== undefined && currency !== undefined;
  const quote = useLockedQuote(
    asks && isCross && active.data?.active
      ? { sell: source.currency, buy: currency, side: 'buy', amount: typed }
      : undefined,
  );
  const quoteId = quote.held?.quote.quoteId;
  const question: PriceQuestion | undefined =
    asks && (!isCross || quoteId !== undefined)
      ? {
          sourceBankholderId: source.bankholderid,
          amount: typed,
          currency,
          chargeType: draft.chargeType,
          ...(isCross && quoteId !== undefined && { quoteId }),
        }
      : undefined;
  const price = useGlobalPrice(question);
  const isStale = typed !== draft.amount || price.isPlaceholderData || price.isFetching || quote.updating;
  return {
    draft,
    change: (next: Partial<Draft>) => keep({ ...draft, ...next }),
    renew,
    accounts,
    payees,
    choices,
    sources,
    payee,
    source,
    currency,
    isCross,
    blocked: isCross ? (active.data?.message ?? undefined) : undefined,
    quote,
    price: question ? price.data : undefined,
    priceError: question && !price.isFetching ? price.error : undefined,
    retryPrice: () => void price.refetch(),
    updating: question !== undefined && isStale,
  };
}
export type GlobalForm = ReturnType<typeof useGlobalForm>;
