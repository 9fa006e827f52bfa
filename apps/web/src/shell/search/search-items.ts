import type { PaymentState } from '@larkmere/contract/payments/payment';
import type { FoundAccount, FoundPayee, FoundPayment } from '@larkmere/contract/payments/search';
import { matchesWords, splitWords } from '@larkmere/contract/platform/search-words';
import type { LucideIcon } from 'lucide-react';
import { paymentAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { addDays, toLocalDate } from '../../ui/date-text.ts';
import type { Money } from '../../ui/money.ts';
import type { SearchedPage } from './search-store.ts';

type Common = Readonly<{ id: string; title: string; detail: string; to: string }>;
export type SearchItem =
  | (Common & Readonly<{ kind: 'recent' }>)
  | (Common & Readonly<{ kind: 'page'; icon: LucideIcon }>)
  | (Common & Readonly<{ kind: 'account'; currency: string; amount: Money }>)
  | (Common & Readonly<{ kind: 'payee'; name: string; currency: string; sendTo: string | undefined }>)
  | (Common &
      Readonly<{
        kind: 'payment';
        direction: FoundPayment['direction'];
        isExchange: boolean;
        amount: Money;
        otherAmount: Money | undefined;
        state: PaymentState | undefined;
        isHold: boolean;
      }>);

export type SearchGroup = Readonly<{
  name: 'recent' | 'pages' | 'payees' | 'payments' | 'accounts';
  count?: number;
  /** Where all results of this kind are listed. */
  all?: string;
  items: SearchItem[];
}>;

/**
 * A movement opens in the statement of its account, around its day, because a day differs between time zones. So does a
 * payment or a card payment that the reader may see there only.
 */
export function pathOfFound(
  { uid, paymentUid, paymentReach, line, bankholderid, happenedAt, hold }: FoundPayment,
  reach: (address: string) => string | undefined,
): string | undefined {
  const page = paymentUid
    ? paymentAddress({ uid: paymentUid, reach: paymentReach }, reach)
    : hold?.cardId
      ? reach(paths.cardPayments(hold.cardId, { payment: uid }))
      : undefined;
  if (page) return page;
  const day = new Date(happenedAt);
  const [from, to] = [toLocalDate(addDays(day, -1)), toLocalDate(addDays(day, 1))];
  return reach(`${paths.statement}?${new URLSearchParams({ bankholderid, from, to, ...(line && { line }) })}`);
}

export const pathOfAll = (text: string): string =>
  `${paths.statement}?${new URLSearchParams({ search: text, scope: 'all' })}`;

export const pathOfPayee = ({ currency, type, uid }: FoundPayee): string => paths.payeeView(currency, type, uid);

export const accountNumberOf = ({ iban, sortcode, accountnumber }: FoundAccount): string => {
  if (sortcode && accountnumber) return `${sortcode.replace(/(..)(?=.)/g, '$1-')} · ${accountnumber}`;
  return iban?.replace(/(.{4})(?=.)/g, '$1 ') ?? '';
};

export const findPages = (pages: readonly SearchedPage[], text: string): SearchedPage[] => {
  const typed = splitWords(text);
  return typed.length === 0 ? [] : pages.filter(({ title }) => matchesWords(title, typed));
};
