import type { ConversionView } from '@larkmere/contract/fx';
import type { TeamApprovalBadge } from '@larkmere/contract/team-approval';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { TeamApprovalLine } from '../team-approval/team-approval.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { MoneyAmount } from '../ui/MoneyAmount.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';

type Props = { view: ConversionView; approval: TeamApprovalBadge; onAgain: () => void };

export function TransferAsked({ view: { sold, bought }, approval, onAgain }: Props) {
  const t = useTranslations('fx.asked');
  const again = useTranslations('fx.done')('again');
  return (
    <div className="grid gap-5">
      <StepHeading>{t('heading')}</StepHeading>
      <Notice kind="info" title={t('text', { most: moneyText(sold.amount) })}>
        <TeamApprovalLine approval={approval} />
      </Notice>
      <Card>
        <SummaryList
          rows={[
            { label: t('sell'), value: <MoneyAmount value={sold.amount} /> },
            { label: t('buy'), value: <MoneyAmount value={bought.amount} className="font-bold" /> },
          ]}
        />
      </Card>
      <div className="flex flex-col-reverse gap-3 sm:flex-row">
        <Button kind="secondary" onClick={onAgain}>
          {again}
        </Button>
        <Link {...linkTo(paths.teamApproval(approval.uid))} className={`${buttonClass()} flex-1`}>
          {t('see')}
        </Link>
      </div>
    </div>
  );
}
