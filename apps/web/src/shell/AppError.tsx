import { useTranslations } from 'use-intl';
import { NetworkError } from '../platform/http/call-errors.ts';
import { Button } from '../ui/Button.tsx';
import { chunkFailureOf } from '../ui/chunk.ts';
import { Notice } from '../ui/Notice.tsx';

type Props = { error: unknown; titleTag?: 'p' | 'h1' };

export function PageError({ error, titleTag = 'p' }: Props) {
  const t = useTranslations('shell');
  const file = chunkFailureOf(error);
  const reload = (label: string) => <Button onClick={() => location.reload()}>{label}</Button>;
  return (
    <div className="mx-auto w-full max-w-[640px] px-4 py-16">
      {file === 'missing' && navigator.onLine ? (
        <Notice kind="info" title={t('newVersion.title')} titleTag={titleTag} action={reload(t('newVersion.reload'))} />
      ) : file ? (
        <Notice kind="danger" title={t('notLoaded.title')} titleTag={titleTag} action={reload(t('notLoaded.reload'))}>
          {t('notLoaded.text')}
        </Notice>
      ) : (
        <Notice
          kind="danger"
          title={error instanceof NetworkError ? t('broken.unreachable') : t('broken.title')}
          titleTag={titleTag}
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
    <PageError error={error} titleTag="h1" />
  </main>
);
