import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { useLinkSecret } from '../../platform/navigation/link-secret.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { beginVisit } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Asks before it opens the account, so that a link from another site cannot open it. */
export function OpenVisitPage() {
  const t = useTranslations('manageConnect.link');
  const token = useLinkSecret();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const open = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      beginVisit(await call(endpoints.ghostConnect.open, { token, idempotency: newIdempotencyKey() }));
      // A fresh page: nothing of another session stays in memory.
      location.replace(paths.home);
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <>
      <meta name="robots" content="noindex" />
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-8 text-text-muted">{t('text')}</p>
      <div className="grid gap-6">
        {failure && (
          <Notice kind="danger" title={t('failed')}>
            {failure}
          </Notice>
        )}
        <Button wide busy={busy} onClick={() => void open()}>
          {t('open')}
        </Button>
        <a href={paths.manage} className={`${linkClass} w-fit`}>
          {t('back')}
        </a>
      </div>
    </>
  );
}
