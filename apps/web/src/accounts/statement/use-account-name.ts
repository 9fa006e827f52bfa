import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useTranslations } from 'use-intl';

export function useAccountName(): (account: BankAccountView) => string {
  const t = useTranslations('statement');
  return ({ currency, accountnumber, international, bankholderid }) => {
    if (accountnumber) return t('accountName', { currency, detail: accountnumber });
    const end = international?.iban.replaceAll(' ', '').slice(-4);
    return t('accountName', { currency, detail: end ? t('ibanEnding', { end }) : bankholderid });
  };
}

export function useShortAccountName(): (account: BankAccountView) => string {
  const t = useTranslations('statement');
  return ({ currency, accountnumber, international, bankholderid }) =>
    t('shortName', { currency, end: (accountnumber ?? international?.iban ?? bankholderid).slice(-4) });
}
