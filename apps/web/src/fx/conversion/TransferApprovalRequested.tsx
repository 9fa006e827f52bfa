import type { ApprovalRequestSummary } from '@larkmere/contract/approvals/approval';
import type { ConversionView } from '@larkmere/contract/fx/conversion';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ApprovalLine } from '../../approvals/approval/approval.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';

type Props = { view: ConversionView; approval: ApprovalRequestSummary; onAgain: () => void };

export function TransferApprovalRequested({ view: { sold, bought }, approval, onAgain }: Props) {
  const t = useTranslations('fx.asked');
  const again = useTranslations('fx.done')('again.convert');
  return (
    <div className="grid gap-5">
      <StepHeading>{t('heading')}</StepHeading>
      <Notice kind="info" title={t('text', { most: moneyText(sold.amount) })}>
        <ApprovalLine approval={approval} />
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
