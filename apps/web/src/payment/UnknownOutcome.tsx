import type { PayeeView } from '@larkmere/contract/payee';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import type { GbpOrder } from './payment.api.ts';
import type { useGbpSend } from './use-gbp-send.ts';

type Props = { order: GbpOrder; sending: ReturnType<typeof useGbpSend>; payee: PayeeView | undefined };

/** The order went out and no answer came. The same request is repeated, never another one: it is sent once at most. */
export function UnknownOutcome({ order, sending: { send, work, silences }, payee }: Props) {
  const t = useTranslations('payment.unknown');
  const [before] = useState(silences);
  return (
    <div className="grid gap-5">
      <StepHeading>{t('heading')}</StepHeading>
      <Notice kind="warning" title={t('title')}>
        {t('text', {
          amount: moneyText({ amount: order.amount, currency: order.currency }),
          name: payee?.name ?? t('payee'),
        })}
      </Notice>
      <p role="status" className="text-text-muted empty:hidden">
        {silences > before && work === undefined && t('still')}
      </p>
      <div className="flex flex-col-reverse gap-3 sm:flex-row">
        <Link to={paths.pendingPayments} className={buttonClass('secondary')}>
          {t('list')}
        </Link>
        <Button className="flex-1" busy={work !== undefined} busyLabel={t('checking')} onClick={() => void send(order)}>
          {t('again')}
        </Button>
      </div>
    </div>
  );
}
