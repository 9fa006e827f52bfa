import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import { useBalance } from '../../accounts/bank-account/bank-account.tsx';
import { useLockedQuote } from '../../fx/conversion/conversion.tsx';
import { checkPrice } from './check-price.ts';
import type { PaymentDraft } from './payment-draft.ts';
import type { FormPrice } from './payment-price.api.ts';

type Context = Readonly<{
  draft: PaymentDraft;
  payee: PayeeView;
  source: BankAccountView;
  sources: readonly BankAccountView[];
  price: FormPrice | undefined;
}>;

/** What a payment has and lacks, or undefined if its account covers it. */
const shortOf = (price: FormPrice | undefined) => {
  const fault = price && checkPrice(price);
  return fault?.fault === 'tooMuch' ? fault : undefined;
};

/**
 * The second balance, which pays what the first one lacks: chosen by the customer, and used only as long as something is missing.
 * Colleagues cannot approve it, because its quote does not wait for them.
 */
export function useRest({ draft, payee, source, sources, price }: Context) {
  const short = shortOf(price);
  const chosen = sources.find(({ bankholderid }) => bankholderid === draft.restFrom);
  const isPossible = canPayRest({ source, payee, price }) && chosen?.currency !== source.currency;
  const account = short && isPossible ? chosen : undefined;
  const balance = useBalance(account?.bankholderid).data;
  const quote = useLockedQuote(
    short && account
      ? { sell: account.currency, buy: source.currency, side: 'buy', amount: short.missing.amount, payeeUid: payee.uid }
      : undefined,
  );
  if (!account || !short) return undefined;
  const { held, updating } = quote;
  const sold = held?.quote.sellAmount;
  const isCovered = sold && balance ? Number(balance.available) >= Number(sold.amount) : undefined;
  return {
    account,
    first: short.available,
    quote,
    held,
    updating: updating || (!held && !quote.error),
    sold,
    isCovered,
  };
}

export type Rest = NonNullable<ReturnType<typeof useRest>>;

/** Only out of an account in the payee's currency is a part of the payment exchanged. */
export const canPayRest = ({ source, payee, price }: Pick<Context, 'source' | 'payee' | 'price'>): boolean =>
  source.currency === payee.currency && !price?.team;
