import type { ClosingPackView } from '@larkmere/contract/accounts/closing-pack';
import { useQuery } from '@tanstack/react-query';
import { Archive, Download } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { reportFailure } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { downloadFile } from '../../platform/http/download-file.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatDateTime } from '../../ui/date-text.ts';
import { HelpText } from '../../ui/HelpText.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { closingPackPurpose, closingPackQuery, useRequestClosingPack } from './closing-pack.api.ts';

/** All records as one archive, for an owner who closes the account, and afterwards. */
export function ClosingPack() {
  const { user, kycVerified } = useSession();
  const { data } = useQuery({ ...closingPackQuery, enabled: kycVerified && user.accessRole.statement });
  return data ? <Pack pack={data} /> : null;
}

function Pack({ pack }: { pack: ClosingPackView }) {
  const t = useTranslations('closingPack');
  const [isConfirming, setConfirming] = useState(false);
  const { mutateAsync } = useRequestClosingPack();
  const request = useIdempotentRequest(mutateAsync, () => undefined);
  const { latest } = pack;
  const file = latest?.needsConfirmation ? null : latest?.file;
  return (
    <Card title={t('title')} className="grid gap-4">
      <p className="text-text-muted">{t('text')}</p>
      <SubmitNotice submission={request} refusedTitle={t('notDone')} retryText={t('retry')} />
      <div aria-live="polite" className="grid gap-2 empty:hidden">
        <PackState latest={latest} />
      </div>
      <div className="flex flex-wrap gap-3">
        {file && (
          <Button icon={<Download size={18} />} onClick={() => void downloadFile(file, 'token').catch(reportFailure)}>
            {t('download')}
          </Button>
        )}
        {latest?.state !== 'preparing' && (
          <Button
            kind="secondary"
            icon={<Archive size={18} />}
            busy={request.sending || request.unknown}
            onClick={() => setConfirming(true)}
          >
            {t(file ? 'again' : 'prepare')}
          </Button>
        )}
      </div>
      {isConfirming && (
        <PinDialog
          action="verify"
          purpose={closingPackPurpose(pack, request.key)}
          description={t('pin')}
          onResult={({ authorisation }) =>
            authorisation && void request.send({ authorisation, idempotency: request.key })
          }
          onClose={() => setConfirming(false)}
        />
      )}
    </Card>
  );
}

function PackState({ latest }: Pick<ClosingPackView, 'latest'>) {
  const t = useTranslations('closingPack');
  const locale = useLocale();
  const now = useNow();
  if (latest?.state === 'failed')
    return (
      <p className="font-semibold text-danger">
        <HelpText>{t('failed')}</HelpText>
      </p>
    );
  if (latest?.state === 'preparing')
    return (
      <>
        <p>{t('preparing')}</p>
        <ProgressBar value={latest.progress} max={100} label={t('title')} />
      </>
    );
  if (latest?.state !== 'ready') return null;
  return (
    <p className="text-small text-text-muted">
      {t('ready', { at: formatDateTime(new Date(latest.requestedAt), locale, now) })}
    </p>
  );
}
