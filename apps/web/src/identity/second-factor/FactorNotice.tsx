import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';

type Submission = ComponentProps<typeof SubmitNotice>['submission'];
type Props = { requests: readonly Submission[]; isCancelled?: boolean };

/** What became of the last change, if it was not made. */
export function FactorNotice({ requests, isCancelled = false }: Props) {
  const t = useTranslations('secondFactor');
  const failed = requests.find(({ refusal, unknown }) => refusal !== undefined || unknown);
  if (!failed && !isCancelled) return null;
  return (
    <div className="px-5 pb-4">
      {failed ? (
        <SubmitNotice submission={failed} refusedTitle={t('notChanged')} retryText={t('once')} />
      ) : (
        <Notice kind="warning" title={t('passkeys.notAdded')}>
          {t('passkeys.cancelled')}
        </Notice>
      )}
    </div>
  );
}
