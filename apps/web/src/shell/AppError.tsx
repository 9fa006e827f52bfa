import { useTranslations } from 'use-intl';
import { NetworkError } from '../platform/http/call-errors.ts';
import { Button } from '../ui/Button.tsx';
import { chunkFailureOf } from '../ui/chunk.ts';
import { Notice } from '../ui/Notice.tsx';

export function PageError({ error }: { error: unknown }) {
  const t = useTranslations('shell');
  const file = chunkFailureOf(error);
  const reload = (label: string) => <Button onClick={() => location.reload()}>{label}</Button>;
  return (
    <div className="mx-auto w-full max-w-[640px] px-4 py-16">
      {file === 'missing' && navigator.onLine ? (
        <Notice kind="info" title={t('newVersion.title')} action={reload(t('newVersion.reload'))} />
      ) : file ? (
        <Notice kind="danger" title={t('notLoaded.title')} action={reload(t('notLoaded.reload'))}>
          {t('notLoaded.text')}
        </Notice>
      ) : (
        <Notice
          kind="danger"
          title={error instanceof NetworkError ? t('broken.unreachable') : t('broken.title')}
          action={reload(t('broken.reload'))}
        >
          {t('broken.text')}
        </Notice>
      )}
    </div>
  );
}

export const AppError = ({ error }: { error: unknown }) => (
  <main>
    <PageError error={error} />
  </main>
);
