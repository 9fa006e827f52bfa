import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { UnknownOutcome } from '../../ui/UnknownOutcome.tsx';
import type { TransferRequest } from './conversion.api.ts';
import type { TransferSubmission } from './use-submit-transfer.ts';

type Props = { request: TransferRequest; sending: TransferSubmission };

export function TransferOutcomeUnknown({ request, sending: { send, work, silences } }: Props) {
  const t = useTranslations('fx.unknown');
  const isWallet = useSession().userType === 'wallet';
  const statement = (
    <Link
      {...linkTo(isWallet ? paths.walletAccounts : paths.statementOf(request.order.sourceBankholderId))}
      className={buttonClass('secondary')}
    >
      {t(isWallet ? 'wallets' : 'statement')}
    </Link>
  );
  return (
    <UnknownOutcome timeouts={silences} busy={work !== undefined} link={statement} onAgain={() => void send(request)}>
      {t('text')}
    </UnknownOutcome>
  );
}
