import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/Notice.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import type { Order } from './fx.api.ts';
import type { TransferSending } from './use-transfer-send.ts';

type Props = { order: Order; sending: TransferSending };

/** The order went out and no answer came. The same request is repeated, never another one: it is done once at most. */
export function TransferUnknown({ order, sending: { send, work, silences } }: Props) {
  const t = useTranslations('fx.unknown');
  const [before] = useState(silences);
  return (
    <div className="grid gap-5">
      <StepHeading>{t('heading')}</StepHeading>
      <Notice kind="warning" title={t('title')}>
        {t('text')}
      </Notice>
      <p role="status" className="text-text-muted empty:hidden">
        {silences > before && work === undefined && t('still')}
      </p>
      <div className="flex flex-col-reverse gap-3 sm:flex-row">
        <Link {...linkTo(paths.statementOf(order.order.sourceBankholderId))} className={buttonClass('secondary')}>
          {t('statement')}
        </Link>
        <Button className="flex-1" busy={work !== undefined} busyLabel={t('checking')} onClick={() => void send(order)}>
          {t('again')}
        </Button>
      </div>
    </div>
  );
}
