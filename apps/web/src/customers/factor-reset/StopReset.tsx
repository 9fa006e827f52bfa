import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useCancelReset } from './factor-reset.api.ts';
import type { ResetLink } from './reset-link.ts';

/** Asks first, because mail scanners and children open links too. */
export function StopReset({ link }: { link: ResetLink }) {
  const t = useTranslations('factorReset.stop');
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useCancelReset(link);
  return (
    <>
      {error && (
        <Notice kind="danger" title={t('failed')}>
          {failureText(error)}
        </Notice>
      )}
      <Button kind="quiet" className="w-fit max-sm:w-full" onClick={() => setAsking(true)}>
        {t('link')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('title')}
          text={t('text')}
          confirmLabel={t('yes')}
          cancelLabel={t('no')}
          tone="danger"
          busy={isPending}
          onConfirm={() => mutate(newIdempotencyKey(), { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
