import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { listMembers } from '@larkmere/contract/payments/favourite';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import type { Currency } from '@larkmere/money/money';
import { useAccounts } from '../../accounts/bank-account/bank-account.tsx';

type Member = Reply<typeof listMembers>['list'][number];
export type Targets = { members: Member[]; payees: PayeeView[] };

/** The member or the payee that was chosen, and the currency in which it is paid. */
export function useFavouriteTarget(targets: Targets | undefined, target: string, choice: Currency | undefined) {
  const own = useOwnCurrencies();
  const member = targets?.members.find(({ transferUid }) => target === `member:${transferUid}`);
  const payee = targets?.payees.find(({ uid }) => target === `payee:${uid}`);
  const choices = member ? own.filter((code) => member.currencies.includes(code)) : [];
  const memberCurrency = choices.find((code) => code === choice) ?? choices[0] ?? own[0];
  const payable: Currency = payee?.currency ?? memberCurrency ?? 'GBP';
  return { member, payee, choices, payable };
}

function useOwnCurrencies(): Currency[] {
  const { data = [] } = useAccounts();
  return [...new Set(data.filter(({ status }) => status === 'active').map(({ currency }) => currency))];
}
