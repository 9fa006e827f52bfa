import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { buttonClass } from '../ui/button-class.ts';
import { UnknownOutcome } from '../ui/UnknownOutcome.tsx';
import type { Order } from './fx.api.ts';
import type { TransferSending } from './use-transfer-send.ts';

type Props = { order: Order; sending: TransferSending };

export function TransferUnknown({ order, sending: { send, work, silences } }: Props) {
  const t = useTranslations('fx.unknown');
  const statement = (
    <Link {...linkTo(paths.statementOf(order.order.sourceBankholderId))} className={buttonClass('secondary')}>
      {t('statement')}
    </Link>
  );
  return (
    <UnknownOutcome silences={silences} busy={work !== undefined} link={statement} onAgain={() => void send(order)}>
      {t('text')}
    </UnknownOutcome>
  );
}
