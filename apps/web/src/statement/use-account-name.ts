import type { BankAccountView } from '@larkmere/contract/bank-account';
import { useTranslations } from 'use-intl';

/** Short enough for the narrowest phone, and still what tells this account from the others. */
export function useAccountName(): (account: BankAccountView) => string {
  const t = useTranslations('statement');
  return ({ currency, accountnumber, international, bankholderid }) => {
    if (accountnumber) return t('accountName', { currency, detail: accountnumber });
    const end = international?.iban.replaceAll(' ', '').slice(-4);
    return t('accountName', { currency, detail: end ? t('ibanEnding', { end }) : bankholderid });
  };
}

/** The same within a sentence: the currency and the last digits. */
export function useShortAccountName(): (account: BankAccountView) => string {
  const t = useTranslations('statement');
  return ({ currency, accountnumber, international, bankholderid }) =>
    t('shortName', { currency, end: (accountnumber ?? international?.iban ?? bankholderid).slice(-4) });
}
