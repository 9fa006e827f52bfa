import type { contract } from '@larkmere/contract/contract';
import type { SessionView } from '@larkmere/contract/identity/session';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import type { FoundAccount, FoundPayee, FoundPayment } from '@larkmere/contract/payments/search';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { useTranslations } from 'use-intl';
import { paymentScreenPath } from '../../payees/payee/payee.tsx';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useReachableAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { useStore } from '../../platform/store.ts';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { menuFor } from '../plus/menu.ts';
import { useFound } from './search.api.ts';
import {
  accountNumberOf,
  findPages,
  pathOfAll,
  pathOfFound,
  pathOfPayee,
  type SearchGroup,
  type SearchItem,
} from './search-items.ts';
import { type SearchedPage, walletPages } from './search-store.ts';

type Found = Reply<typeof contract.search.find>;

const commonPages: readonly string[] = [
  paths.payment,
  paths.statement,
  paths.payee,
  paths.transfer,
  '/receive-bank-transfer',
  paths.walletSend,
  paths.walletStatement,
  paths.walletPayee,
  paths.walletFx,
  paths.walletDeposit,
];

type SearchStatus = 'empty' | 'searching' | 'found' | 'failed';

export function useSearchGroups(
  text: string,
  recent: readonly string[],
): Readonly<{ groups: SearchGroup[]; status: SearchStatus }> {
  const pages = usePages();
  const toGroups = useFoundGroups();
  const { data, isError, isPlaceholderData } = useFound(text);
  const pageGroup = (list: readonly SearchedPage[]): SearchGroup => ({ name: 'pages', items: list.map(toPageItem) });
  if (text.length < 2) {
    const common = commonPages.flatMap((path) => pages.filter((page) => page.path === path));
    const searches: SearchGroup = { name: 'recent', items: recent.map(toRecentItem) };
    return { groups: [searches, pageGroup(common)].filter(isFilled), status: 'empty' };
  }
  const found = data && !isError ? toGroups(data, text) : [];
  const groups = [...found, pageGroup(findPages(pages, text))].filter(isFilled);
  const status = isError ? 'failed' : data && !isPlaceholderData ? 'found' : 'searching';
  return { groups, status };
}

const isFilled = ({ items }: SearchGroup): boolean => items.length > 0;

const toPageItem = ({ path, title, icon }: SearchedPage): SearchItem => ({
  kind: 'page',
  id: `page:${path}`,
  title,
  icon,
  detail: '',
  to: path,
});

const toRecentItem = (typed: string): SearchItem => ({
  kind: 'recent',
  id: `recent:${typed}`,
  title: typed,
  detail: '',
  to: '',
});

function usePages(): readonly SearchedPage[] {
  const t = useTranslations('shell.menu');
  const pages = menuFor(useSession())
    .flat()
    .flatMap(({ path, label, icon, filters = [] }) => {
      const others = filters.filter((filter) => filter.path !== path);
      return [{ path, label }, ...others].map((page) => ({ path: page.path, title: t(page.label), icon }));
    });
  return useStore(walletPages) ?? pages;
}

function useFoundGroups() {
  const t = useTranslations('search');
  const { at } = useDateTimeTexts();
  const session = useSession();
  const reach = useReachableAddress();
  const mayPay = canInitiate(session.user, 'payment');
  const titleOf = ({ kind, name, amount, otherAmount, direction }: FoundPayment): string => {
    if (kind === 'exchange' && otherAmount) {
      const [sold, bought] = direction === 'out' ? [amount, otherAmount] : [otherAmount, amount];
      return t('exchange', { sold: sold.currency, bought: bought.currency });
    }
    return name ?? t(`kind.${kind}`);
  };
  const toPayment = (found: FoundPayment): SearchItem => ({
    kind: 'payment',
    id: `payment:${found.uid}:${found.line ?? ''}`,
    title: titleOf(found),
    detail: [at(found.happenedAt), found.reference].filter(Boolean).join(' · '),
    to: pathOfFound(found, reach) ?? '',
    direction: found.direction,
    isExchange: found.kind === 'exchange' || found.kind === 'transfer',
    amount: found.amount,
    otherAmount: found.otherAmount ?? undefined,
    state: (found.state ?? undefined) as PaymentState | undefined,
    isHold: found.hold !== null,
  });
  return ({ payees, payments, accounts }: Found, text: string): SearchGroup[] => [
    {
      name: 'payees',
      count: payees.count,
      ...allAt(reach(paths.payee)),
      items: payees.list.map((payee) => toPayee(payee, reach, mayPay ? session : undefined)),
    },
    {
      name: 'payments',
      count: payments.count,
      ...allAt(reach(pathOfAll(text))),
      items: payments.list.map(toPayment),
    },
    {
      name: 'accounts',
      count: accounts.count,
      items: accounts.list.map((account) => toAccount(account, reach, t('account', { currency: account.currency }))),
    },
  ];
}

type Reach = (address: string) => string | undefined;

const allAt = (all: string | undefined) => (all === undefined ? {} : { all });

const toPayee = (payee: FoundPayee, reach: Reach, payer: SessionView | undefined): SearchItem => ({
  kind: 'payee',
  id: `payee:${payee.uid}`,
  title: payee.nickname ?? payee.name,
  detail: [payee.nickname && payee.name, payee.summary].filter(Boolean).join(' · '),
  to: reach(pathOfPayee(payee)) ?? '',
  name: payee.name,
  currency: payee.currency,
  sendTo: payer && payee.status === 'approved' ? paymentScreenPath(payee, payer) : undefined,
});

const toAccount = (account: FoundAccount, reach: Reach, title: string): SearchItem => ({
  kind: 'account',
  id: `account:${account.bankholderid}`,
  title,
  detail: accountNumberOf(account),
  to: reach(paths.statementOf(account.bankholderid)) ?? '',
  currency: account.currency,
  amount: { amount: account.available, currency: account.currency },
});
