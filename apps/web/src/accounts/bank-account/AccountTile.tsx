import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useTranslations } from 'use-intl';
import { AccountCard } from '../../ui/AccountCard.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StaleNotice } from '../../ui/StaleNotice.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useBalance } from './bank-account.tsx';
import { CardLink } from './CardLink.tsx';
import { ReservedAmount } from './ReservedAmount.tsx';
import { cardDetails } from './transfer-details.ts';

type Props = { account: BankAccountView; onOpen: () => void };

export function AccountTile({ account, onOpen }: Props) {
  const t = useTranslations('bankAccount');
  const { currency, bankholderid, cardholderid } = account;
  const balance = useBalance(bankholderid);
  const money = (amount: string | undefined) => (amount === undefined ? undefined : { amount, currency });
  const [own = { scheme: t('scheme.none'), lines: [] }, ...more] = cardDetails(account).map(({ scheme, details }) => ({
    scheme: t(`scheme.${scheme}`),
    lines: details.map(({ name, value }) => ({ label: t(`detail.${name}`), value })),
  }));
  return (
    <AccountCard
      currency={currency}
      bankholderid={bankholderid}
      cardholderid={cardholderid}
      details={[own, ...more]}
      balance={money(balance.data?.balance)}
      available={money(balance.data?.available)}
      loading={balance.isPending}
      card={<CardLink account={account} />}
      note={
        <>
          {balance.data && <ReservedAmount balance={balance.data} />}
          {account.status === 'frozen' && <StatusPill kind="warning">{t('frozen')}</StatusPill>}
          {balance.isError && <BalanceError asOf={balance.data?.asOf} onRetry={() => void balance.refetch()} />}
        </>
      }
      onOpen={onOpen}
    />
  );
}

function BalanceError({ asOf, onRetry }: { asOf: string | undefined; onRetry: () => void }) {
  const t = useTranslations('bankAccount');
  if (asOf) return <StaleNotice at={new Date(asOf)} onRetry={onRetry} />;
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-1 text-danger">
      {t('balanceFailed')}
      <LinkButton onClick={onRetry}>{t('retry')}</LinkButton>
    </p>
  );
}
