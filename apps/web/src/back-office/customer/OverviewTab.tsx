import type { AccountRow, CustomerHeader } from '@larkmere/contract/back-office/customer-file';
import { allows } from '@larkmere/contract/back-office/permissions';
import { accountPermissions } from '@larkmere/contract/platform/account-status';
import { Check, CircleMinus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { BalanceAmount } from '../../ui/BalanceAmount.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyField.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StaffTable, TabQuery } from '../parts/parts.ts';
import { overviewQuery } from './customer.api.ts';
import { IdentityCard } from './IdentityCard.tsx';
import { PaymentRows } from './PaymentsTab.tsx';
import { PublicReviewCard } from './PublicReviewCard.tsx';

export function OverviewTab({ header }: { header: CustomerHeader }) {
  const t = useTranslations('manageCustomer');
  const { permissions } = useStaffSession();
  const { uid: id } = header;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <TabQuery query={overviewQuery(id)}>
        {({ accounts, payments }) => (
          <div className="grid min-w-0 gap-4">
            <Card flush title={t('account.title')}>
              {accounts.length === 0 ? <EmptyState title={t('account.none')} /> : <Accounts accounts={accounts} />}
            </Card>
            <PaymentRows id={id} title={t('payment.latest')} payments={payments} />
          </div>
        )}
      </TabQuery>
      <div className="grid gap-4">
        <WhatWorks status={header.status} />
        {allows(permissions, ['identity_numbers', 'act']) && <IdentityCard id={id} />}
        {allows(permissions, ['customer_details', 'view']) && <PublicReviewCard id={id} />}
      </div>
    </div>
  );
}

function Accounts({ accounts }: { accounts: readonly AccountRow[] }) {
  const t = useTranslations('manageCustomer.account');
  const numberOf = ({ iban, sortCode, accountNumber }: AccountRow) =>
    accountNumber && sortCode
      ? `${sortCode.replace(/(..)(?=.)/g, '$1-')}  ${accountNumber}`
      : (iban?.replace(/(.{4})(?=.)/g, '$1 ') ?? '');
  return (
    <StaffTable<AccountRow>
      caption={t('title')}
      rows={accounts}
      keyOf={({ bankholderId }) => bankholderId}
      columns={[
        {
          key: 'account',
          title: t('account'),
          cell: ({ currency, product, status }) => (
            <span className="flex items-center gap-2 font-semibold">
              <CurrencyFlag code={currency} /> {currency}
              {product === 'wallet' && <span className="font-normal text-text-muted">{t('wallet')}</span>}
              {status !== 'active' && (
                <span className="font-normal text-warning">{t(status === 'closed' ? 'closed' : 'frozen')}</span>
              )}
            </span>
          ),
        },
        {
          key: 'details',
          title: t('details'),
          cell: (account) => (
            <span className="grid">
              {numberOf(account) && (
                <span className="figures flex items-center gap-1 md:whitespace-nowrap">
                  {numberOf(account)}
                  <CopyButton label={t('details')} text={numberOf(account).replace(/[\s-]/g, '')} />
                </span>
              )}
              <span className="figures text-caption text-text-muted">{t('bid', { number: account.bankholderId })}</span>
            </span>
          ),
        },
        {
          key: 'balance',
          title: t('balance'),
          isNumber: true,
          cell: ({ balance }) => <BalanceAmount label="balance" placement="heading" value={balance} />,
        },
        {
          key: 'available',
          title: t('available'),
          isNumber: true,
          cell: ({ available }) => (
            <strong className="font-semibold">
              <BalanceAmount label="available" placement="heading" value={available} />
            </strong>
          ),
        },
      ]}
    />
  );
}

const actions = ['sign_in', 'receive', 'send', 'exchange', 'card', 'export'] as const;

/** What the status of the account allows, from the same table that the server decides by. */
function WhatWorks({ status }: Pick<CustomerHeader, 'status'>) {
  const t = useTranslations('manageCustomer');
  return (
    <Card title={t('works.title')}>
      <ul className="grid gap-2 text-small">
        {actions.map((action) => {
          const permission = accountPermissions[status][action];
          const named = t(`works.${action}`);
          const key = permission === 'yes' || permission === 'no' ? permission : 'partly';
          return (
            <li key={action} className={`flex gap-2 ${key === 'yes' ? '' : 'font-semibold text-warning'}`}>
              {key === 'yes' ? (
                <Check size={18} className="shrink-0 text-success" />
              ) : (
                <CircleMinus size={18} className="shrink-0" />
              )}
              {t(`works.${key}`, { action: named, status: t(`status.${status}`) })}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
