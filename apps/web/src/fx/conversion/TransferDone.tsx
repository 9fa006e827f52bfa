import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { BalanceAmount } from '../../ui/BalanceAmount.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { type Money, moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RateText } from '../../ui/RateText.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import type { TransferResult } from './conversion.api.ts';
import { TransferApprovalRequested } from './TransferApprovalRequested.tsx';

type Props = { result: TransferResult; onAgain: () => void };

export function TransferDone({ result, onAgain }: Props) {
  if (result.kind === 'convert' && result.view.approvalRequest)
    return <TransferApprovalRequested view={result.view} approval={result.view.approvalRequest} onAgain={onAgain} />;
  return <CompletedTransfer result={result} onAgain={onAgain} />;
}

function CompletedTransfer({ result, onAgain }: Props) {
  const t = useTranslations('fx.done');
  const { sold, bought, target, rows } = useResultTexts(result);
  const isWallet = useSession().userType === 'wallet';
  return (
    <div className="grid gap-5">
      <StepHeading>{t(`heading.${result.kind}`)}</StepHeading>
      <Notice kind="success" title={t(result.kind, { sold, bought })} />
      <Card>
        <SummaryList
          rows={[...rows, { label: t('reference'), value: <span className="figures">{result.view.reference}</span> }]}
        />
      </Card>
      <Card title={t('balances')}>
        <ul className="divide-y divide-line">
          {accountFigures(result).map(({ bankholderid, balance, available }) => (
            <li key={bankholderid} className="flex items-center justify-between gap-3 py-2 first:pt-0 last:pb-0">
              <span className="flex items-center gap-2 font-semibold">
                <CurrencyFlag code={balance.currency} size={24} />
                {balance.currency}
              </span>
              <span className="grid justify-items-end text-small text-text-muted">
                <span>
                  <BalanceAmount label="available" value={available} className="text-body font-bold text-text" />
                </span>
                <span>
                  <BalanceAmount label="balance" value={balance} size="sm" />
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <div className="flex flex-col-reverse gap-3 sm:flex-row">
        <Link
          {...linkTo(isWallet ? paths.walletAccounts : paths.statementOf(target))}
          className={buttonClass('secondary')}
        >
          {t(isWallet ? 'wallets' : 'statement')}
        </Link>
        <Button className="flex-1" onClick={onAgain}>
          {t(`again.${result.kind}`)}
        </Button>
      </div>
    </div>
  );
}

type AccountFigures = { bankholderid: string; balance: Money; available: Money };

const accountFigures = ({ kind, view }: TransferResult): AccountFigures[] =>
  kind === 'convert' ? [view.sold, view.bought] : [view.source, view.target];

function useResultTexts({ kind, view }: TransferResult) {
  const t = useTranslations('fx.done');
  if (kind === 'transfer') {
    return { sold: moneyText(view.amount), bought: '', target: view.target.bankholderid, rows: [] };
  }
  return {
    sold: moneyText(view.sold.amount),
    bought: moneyText(view.bought.amount),
    target: view.bought.bankholderid,
    rows: [
      { label: t('rate'), value: <RateText rate={view.displayedRate} /> },
      { label: t('cost'), value: <MoneyAmount value={view.totalCost} /> },
    ],
  };
}
