import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useNavigate } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { AccountField } from '../../accounts/bank-account/bank-account.tsx';
import { ownAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { useAccountName } from '../../ui/account-name.ts';
import { Button } from '../../ui/Button.tsx';
import { DateRange } from '../../ui/DateRange.tsx';
import { addDays, formatDate, toLocalDate } from '../../ui/date-text.ts';
import { FilterBar, type FilterChip } from '../../ui/FilterBar.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import type { ListReach, PaymentListFilter } from './payment-list-filter.ts';

type Props = {
  applied: PaymentListFilter;
  typed: string;
  type: (text: string) => void;
  choose: (change: Partial<PaymentListFilter>) => void;
  reach: ListReach;
  accounts: readonly BankAccountView[];
  resultCount: number | undefined;
};

export function PaymentFilters({ applied, typed, type, choose, reach, accounts, resultCount }: Props) {
  const t = useTranslations('paymentList');
  const now = useNow();
  const { startdate, enddate, bankholderid } = applied;
  const [open, setOpen] = useState(bankholderid !== undefined || startdate !== undefined || enddate !== undefined);
  const since = (days: number) => ({ from: toLocalDate(addDays(now, -days)), to: toLocalDate(now) });
  const presets = [
    { label: t('any'), range: { from: '', to: '' } },
    { label: t('week'), range: since(6) },
    { label: t('month'), range: since(29) },
  ];
  return (
    <search>
      <FilterBar chips={useChips(applied, { reach, accounts, choose })} resultCount={resultCount}>
        <div className="flex gap-3">
          <div className="min-w-0 flex-1">
            <SearchInput label={t('search')} placeholder={t('searchHint')} value={typed} onChange={type} />
          </div>
          <Button
            kind="secondary"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            icon={<SlidersHorizontal size={18} />}
          >
            {t('filters')}
          </Button>
        </div>
        {open && (
          <div className="grid gap-4 rounded-card border border-line bg-surface p-5">
            {accounts.length > 1 && (
              <AccountField
                label={t('account')}
                value={bankholderid ?? ''}
                onChange={(chosen) => choose({ bankholderid: chosen || undefined })}
                accounts={accounts}
                none={t('allAccounts')}
              />
            )}
            <DateRange
              value={{ from: startdate ?? '', to: enddate ?? '' }}
              presets={presets}
              onChange={({ from, to }) => choose({ startdate: from || undefined, enddate: to || undefined })}
            />
          </div>
        )}
      </FilterBar>
    </search>
  );
}

function useChips(
  { bankholderid, startdate, enddate }: PaymentListFilter,
  { reach, accounts, choose }: Pick<Props, 'reach' | 'accounts' | 'choose'>,
): FilterChip[] {
  const navigate = useNavigate();
  // Whoever may see SWIFT payments only has no page of all payments.
  const mayPay = useSession().user.accessRole.payment;
  const t = useTranslations('paymentList');
  const locale = useLocale();
  const nameOf = useAccountName();
  const text = (day: string) => formatDate(new Date(`${day}T00:00`), locale);
  const account = accounts.find((each) => each.bankholderid === bankholderid);
  const rangeText = () => {
    if (startdate && enddate) return t('dates', { from: text(startdate), to: text(enddate) });
    return startdate ? t('since', { from: text(startdate) }) : enddate && t('until', { to: text(enddate) });
  };
  const dates = rangeText();
  const showAll = () => {
    const { to, search: own } = linkTo(ownAddress(paths.payments));
    void navigate({ to, search: (now: object) => ({ ...now, ...own }) });
  };
  return [
    ...(reach !== 'all' && mayPay ? [{ key: 'reach', label: t(`only.${reach}`), onRemove: showAll }] : []),
    ...(account
      ? [{ key: 'account', label: nameOf(account), onRemove: () => choose({ bankholderid: undefined }) }]
      : []),
    ...(dates
      ? [{ key: 'dates', label: dates, onRemove: () => choose({ startdate: undefined, enddate: undefined }) }]
      : []),
  ];
}
