import type { MemberTransferView } from '@larkmere/contract/payments/member-transfer';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { BalanceAmount } from '../../ui/BalanceAmount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { LinkAsButton } from './LinkAsButton.tsx';

/** Where the balances of the customer are. */
export function HomeLink() {
  const t = useTranslations('memberTransfer');
  const isWallet = useSession().userType === 'wallet';
  return isWallet ? (
    <LinkAsButton to={paths.walletAccounts}>{t('wallets')}</LinkAsButton>
  ) : (
    <LinkAsButton to={paths.dashboard}>{t('accounts')}</LinkAsButton>
  );
}

type Props = {
  view: MemberTransferView;
  /** Not from a favourite, so it can become one. */
  isNew?: boolean;
  onAgain: () => void;
};

export function MemberTransferDone({ view, isNew = false, onAgain }: Props) {
  const t = useTranslations('memberTransfer');
  const isWallet = useSession().userType === 'wallet';
  return (
    <div className="grid gap-5">
      <StepHeading>{t('done')}</StepHeading>
      <Notice kind="success" title={t('arrived', { amount: moneyText(view.amount), name: view.recipient })} />
      <Card>
        <SummaryList
          rows={[
            { label: t('reference'), value: <span className="figures">{view.reference}</span> },
            { label: view.amount.currency, value: <BalanceAmount label="available" value={view.available} /> },
          ]}
        />
      </Card>
      <div className="flex flex-col-reverse gap-3 sm:flex-row">
        <HomeLink />
        {isNew && isWallet && <LinkAsButton to={paths.walletFavoriteOfTransfer(view.uid)}>{t('save')}</LinkAsButton>}
        <Button className="flex-1" onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
    </div>
  );
}
