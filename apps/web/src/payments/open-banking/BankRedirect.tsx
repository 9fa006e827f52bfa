import type { InstantPaymentView } from '@larkmere/contract/payments/open-banking';
import { Link } from '@tanstack/react-router';
import { ExternalLink, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { linkTo } from '../../platform/navigation/search.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { useDestinationAccountName } from './use-destination-account-name.ts';
import { useInstantPaymentPaths } from './use-instant-payment-paths.ts';

export function BankRedirect({ payment }: { payment: InstantPaymentView }) {
  const t = useTranslations('instantPayment.handOver');
  const { uid, bank, amount, reference, redirectUrl } = payment;
  const account = useDestinationAccountName(payment);
  const pathTo = useInstantPaymentPaths();
  return (
    <div className="grid gap-5">
      <StepHeading>{t('heading')}</StepHeading>
      <p>{t('text', { bank: bank.name })}</p>
      <Card>
        <SummaryList
          rows={[
            { label: t('amount'), value: <MoneyAmount value={amount} className="text-h2 font-bold" /> },
            { label: t('bank'), value: bank.name },
            { label: t('into'), value: account },
            { label: t('reference'), value: <span className="figures">{reference}</span> },
          ]}
        />
      </Card>
      <Notice kind="neutral" icon={<ShieldCheck size={20} />}>
        {t('check', { bank: bank.name })}
      </Notice>
      <div className="flex flex-col-reverse gap-3 sm:flex-row">
        <Link {...linkTo(pathTo.payment(uid))} className={buttonClass('secondary')}>
          {t('later')}
        </Link>
        <a href={redirectUrl ?? undefined} className={`${buttonClass()} flex-1`}>
          <ExternalLink size={18} />
          {t('go', { bank: bank.name })}
        </a>
      </div>
    </div>
  );
}
