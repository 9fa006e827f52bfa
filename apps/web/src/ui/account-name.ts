import { useTranslations } from 'use-intl';

type AccountNumbers = Readonly<{
  accountnumber?: string | null | undefined;
  international?: Readonly<{ iban: string }> | null | undefined;
}>;

export const lastDigitsOf = ({ accountnumber, international }: AccountNumbers): string | undefined =>
  (accountnumber ?? international?.iban)?.slice(-4);

export type NamedAccount = AccountNumbers & Readonly<{ currency: string; product?: 'bank' | 'wallet' | undefined }>;

/**
 * The one short name of an account: its currency and the last four of its number, never an internal number. Wallets of
 * one currency share a number, which does not tell them apart.
 */
export function useAccountName(): (account: NamedAccount) => string {
  const t = useTranslations('ui.account');
  return (account) => {
    const { currency } = account;
    if (account.product === 'wallet') return t('wallet', { currency });
    const ending = lastDigitsOf(account);
    return ending ? t('name', { currency, ending }) : currency;
  };
}
