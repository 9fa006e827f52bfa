import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { UnknownOutcome } from '../../ui/UnknownOutcome.tsx';
import type { TransferRequest } from './conversion.api.ts';
import type { TransferSubmission } from './use-submit-transfer.ts';

type Props = { request: TransferRequest; sending: TransferSubmission };

export function TransferOutcomeUnknown({ request, sending: { send, work, silences } }: Props) {
  const t = useTranslations('fx.unknown');
  const statement = (
    <Link {...linkTo(paths.statementOf(request.order.sourceBankholderId))} className={buttonClass('secondary')}>
      {t('statement')}
    </Link>
  );
  return (
    <UnknownOutcome timeouts={silences} busy={work !== undefined} link={statement} onAgain={() => void send(request)}>
      {t('text')}
    </UnknownOutcome>
  );
}
