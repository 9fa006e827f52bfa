import type { UserView } from '@larkmere/contract/customers/user';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { formatDateTime } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import type { Users } from './user.api.ts';

export function useUserTexts(accounts: Users['accounts']) {
  const t = useTranslations('userManagement');
  const locale = useLocale();
  const now = useNow({ updateInterval: 60_000 });
  const when = (moment: string): string => formatDateTime(new Date(moment), locale, now);
  const currencyOf = (id: string): string => accounts.find(({ bankholderId }) => bankholderId === id)?.currency ?? id;
  return {
    when,
    accounts: (ids: readonly string[] | null): string =>
      ids === null ? t('allAccounts') : [...new Set(ids.map(currencyOf))].join(', '),
    limit: (amount: string | null, currency: string): string =>
      amount === null || amount === '' ? t('noLimit') : moneyText({ amount, currency }),
    seen: ({ isYou, lastLogin, status, invitedAt }: UserView): string => {
      if (isYou) return t('now');
      if (status === 'invited' && invitedAt) return t('invitedOn', { when: when(invitedAt) });
      return lastLogin ? when(lastLogin) : t('never');
    },
  };
}
