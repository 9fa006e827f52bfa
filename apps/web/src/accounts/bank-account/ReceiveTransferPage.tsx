import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { Landmark, Printer, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { brand } from '../../platform/brand.ts';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useAccountName } from '../../ui/account-name.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useAccounts } from './bank-account.tsx';
import { CopyAllButton, TransferDetailsList, useTransferDetailsText } from './TransferDetailsList.tsx';
import { canReceiveTransfers, schemeScopeOf, transferDetails } from './transfer-details.ts';

export function ReceiveTransferPage() {
  const t = useTranslations('bankAccount.receive');
  useSetPageTitle(t('title'));
  const nameOf = useAccountName();
  const accounts = useAccounts();
  const [chosen, setChosen] = useState('');

  if (accounts.isPending) return <Skeleton shape="card" count={1} className="mx-auto grid w-full max-w-[720px]" />;
  if (!accounts.data)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(accounts.error)} onRetry={() => void accounts.refetch()} />
      </Card>
    );
  const able = accounts.data.filter(canReceiveTransfers);
  const isOneOfSeveral = ({ currency }: BankAccountView) =>
    able.filter((other) => other.currency === currency).length > 1;
  const [first] = able;
  if (!first)
    return (
      <Card>
        <EmptyState title={t('none')} icon={<Landmark size={22} />}>
          {t('noneText')}
        </EmptyState>
      </Card>
    );
  return (
    <div className="mx-auto w-full max-w-[720px]">
      <p data-print="no" className="mb-5 text-text-muted">
        {t('about')}
      </p>
      <Tabs
        value={able.some(({ uid }) => uid === chosen) ? chosen : first.uid}
        onChange={setChosen}
        tabs={able.map((account) => ({
          value: account.uid,
          label: isOneOfSeveral(account) ? nameOf(account) : account.currency,
          panel: <DetailsSheet account={account} />,
        }))}
      />
    </div>
  );
}

function DetailsSheet({ account }: { account: BankAccountView }) {
  const t = useTranslations('bankAccount.receive');
  const { currency } = account;
  return (
    <div className="grid gap-4">
      <p className="hidden items-center gap-2 text-h2 font-bold print:flex">
        <Logo />
        {brand.name}
      </p>
      <Card>
        <div className="mb-4 flex items-center gap-3">
          <CurrencyFlag code={currency} size={40} />
          <h2 className="text-h2 font-bold">{t('heading', { currency })}</h2>
        </div>
        <NetworkWarning account={account} />
        <div className="mt-5">
          <TransferDetailsList account={account} />
        </div>
        <div data-print="no" className="mt-6 flex flex-wrap gap-3">
          <CopyAllButton account={account} />
          <ShareButton account={account} />
          <Button kind="secondary" icon={<Printer size={18} />} onClick={() => print()}>
            {t('print')}
          </Button>
        </div>
      </Card>
      <Card title={t('referenceHeading')}>
        <p className="text-text-muted">{t(account.reference !== null ? 'referenceNeeded' : 'referenceFree')}</p>
      </Card>
    </div>
  );
}

/** Money sent over the wrong network arrives late, costs more or is returned, so the warning precedes the details. */
function NetworkWarning({ account }: { account: BankAccountView }) {
  const t = useTranslations('bankAccount.receive');
  const { currency } = account;
  const details = transferDetails(account);
  const ways = details.map(({ scheme }) => schemeScopeOf(scheme, details));
  return (
    <Notice kind="warning" title={t('only', { currency })}>
      <ul className="grid gap-1">
        {ways.map((scheme) => (
          <li key={scheme}>{t(`network.${scheme}`)}</li>
        ))}
        {!ways.some((way) => way === 'international' || way === 'worldwide') && <li>{t('homeOnly')}</li>}
        <li>{t('other')}</li>
      </ul>
    </Notice>
  );
}

function ShareButton({ account }: { account: BankAccountView }) {
  const t = useTranslations('bankAccount.receive');
  const text = useTransferDetailsText(account);
  if (!('share' in navigator)) return null;
  const share = () =>
    void navigator
      .share({ title: t('shared', { holder: account.holder, currency: account.currency }), text })
      .catch(() => {}); // the user closed the share sheet
  return (
    <Button kind="secondary" icon={<Share2 size={18} />} onClick={share}>
      {t('share')}
    </Button>
  );
}
