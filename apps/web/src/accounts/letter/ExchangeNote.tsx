import type { StatementLine } from '@larkmere/contract/accounts/statement';
import { FileCheck2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { reportFailure } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Button } from '../../ui/Button.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { downloadLetter, useIssueExchangeNote } from './letter.api.ts';

/** Downloads the note of an exchange. Nothing for other lines of the statement. */
export function ExchangeNote({ line: { exchange, uid: lineUid } }: { line: StatementLine }) {
  const t = useTranslations('letter');
  const { mutateAsync } = useIssueExchangeNote();
  const request = useIdempotentRequest(mutateAsync, ({ uid }) => void downloadLetter(uid).catch(reportFailure));
  if (!exchange) return null;
  // The line of an exchange is named by its operation, which has the id of the exchange.
  const [conversionUid = ''] = lineUid.split(':');
  return (
    <>
      <SubmitNotice submission={request} refusedTitle={t('refused')} retryText={t('retry')} />
      <Button
        kind="secondary"
        wide
        icon={<FileCheck2 size={18} />}
        busy={request.sending}
        busyLabel={t('issuing')}
        onClick={() => void request.send({ uid: conversionUid, idempotency: request.key })}
      >
        {t('note')}
      </Button>
    </>
  );
}
