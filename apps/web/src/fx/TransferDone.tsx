import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { BalanceAmount } from '../ui/BalanceAmount.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { CurrencyFlag } from '../ui/CurrencyFlag.tsx';
import { MoneyAmount } from '../ui/MoneyAmount.tsx';
import { type Money, moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import { RateText } from '../ui/RateText.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';
import type { Done } from './fx.api.ts';
import { TransferAsked } from './TransferAsked.tsx';

type Props = { done: Done; onAgain: () => void };

export function TransferDone({ done, onAgain }: Props) {
  if (done.kind === 'convert' && done.view.teamApproval)
    return <TransferAsked view={done.view} approval={done.view.teamApproval} onAgain={onAgain} />;
  return <Carried done={done} onAgain={onAgain} />;
}

function Carried({ done, onAgain }: Props) {
  const t = useTranslations('fx.done');
  const { sold, bought, target, rows } = useWords(done);
  return (
    <div className="grid gap-5">
      <StepHeading>{t(`heading.${done.kind}`)}</StepHeading>
      <Notice kind="success" title={t(done.kind, { sold, bought })} />
      <Card>
        <SummaryList
          rows={[...rows, { label: t('reference'), value: <span className="figures">{done.view.reference}</span> }]}
        />
      </Card>
      <Card title={t('balances')}>
        <ul className="divide-y divide-line">
          {figuresOf(done).map(({ bankholderid, balance, available }) => (
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
        <Link {...linkTo(paths.statementOf(target))} className={buttonClass('secondary')}>
          {t('statement')}
        </Link>
        <Button className="flex-1" onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
    </div>
  );
}

type AccountFigures = { bankholderid: string; balance: Money; available: Money };

const figuresOf = ({ kind, view }: Done): AccountFigures[] =>
  kind === 'convert' ? [view.sold, view.bought] : [view.source, view.target];

function useWords({ kind, view }: Done) {
  const t = useTranslations('fx.done');
  if (kind === 'transfer') {
    return { sold: moneyText(view.amount), bought: '', target: view.target.bankholderid, rows: [] };
  }
  return {
    sold: moneyText(view.sold.amount),
    bought: moneyText(view.bought.amount),
    target: view.bought.bankholderid,
    rows: [
      { label: t('rate'), value: <RateText rate={view.shown} /> },
      { label: t('cost'), value: <MoneyAmount value={view.totalCost} /> },
    ],
  };
}
