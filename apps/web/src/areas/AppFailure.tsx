import { useTranslations } from 'use-intl';
import { NetworkError } from '../kernel/call-errors.ts';
import { isMissingChunk } from '../kernel/lazy-screen.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

/** A page that could not be shown: a newer version of the app, a server out of reach, or a fault of ours. */
export function AppFailure({ error }: { error: unknown }) {
  const t = useTranslations('shell');
  const reload = (label: string) => <Button onClick={() => location.reload()}>{label}</Button>;
  return (
    <main className="mx-auto w-full max-w-[640px] px-4 py-16">
      {isMissingChunk(error) ? (
        <Notice kind="info" title={t('newVersion.title')} action={reload(t('newVersion.reload'))} />
      ) : (
        <Notice
          kind="danger"
          title={error instanceof NetworkError ? t('broken.unreachable') : t('broken.title')}
          action={reload(t('broken.reload'))}
        >
          {t('broken.text')}
        </Notice>
      )}
    </main>
  );
}
