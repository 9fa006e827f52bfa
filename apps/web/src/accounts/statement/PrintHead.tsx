import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useLocale, useTranslations } from 'use-intl';
import { brand } from '../../platform/brand.ts';
import { useAccountName } from '../../ui/account-name.ts';
import { formatDate } from '../../ui/date-text.ts';
import { Logo } from '../../ui/Logo.tsx';
import type { StatementFilter } from './statement-filter.ts';

type Props = { account: BankAccountView | undefined; filter: StatementFilter };

export function PrintHead({ account, filter: { from, to } }: Props) {
  const t = useTranslations('statement');
  const locale = useLocale();
  const nameOf = useAccountName();
  const day = (text: string) => formatDate(new Date(`${text}T12:00`), locale);
  return (
    <header className="hidden print:block">
      <p className="flex items-center gap-2 text-h2 font-bold">
        <Logo />
        {brand.name}
      </p>
      <p className="mt-4 text-h1 font-bold">{t('title')}</p>
      {account && <p>{t('printed', { holder: account.holder, account: nameOf(account) })}</p>}
      <p>{t('printedRange', { from: day(from), to: day(to) })}</p>
    </header>
  );
}
