import type { LetterView } from '@larkmere/contract/accounts/letter';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { failureText, reportFailure } from '../../platform/failures.ts';
import { formatDate } from '../../ui/date-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { downloadLetter, lettersQuery } from './letter.api.ts';

export function IssuedLetters() {
  const t = useTranslations('letter');
  const { data, error, refetch } = useQuery(lettersQuery);
  return (
    <section aria-label={t('earlier')} className="grid gap-1 border-t border-line pt-4">
      <h3 className="font-semibold">{t('earlier')}</h3>
      {!data && !error && <Skeleton shape="text" />}
      {error && !data && <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="text-text-muted">{t('none')}</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((letter) => (
            <IssuedLetter key={letter.uid} letter={letter} />
          ))}
        </ul>
      )}
    </section>
  );
}

function IssuedLetter({ letter: { uid, headline, code, issuedAt } }: { letter: LetterView }) {
  const t = useTranslations('letter');
  const locale = useLocale();
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    await downloadLetter(uid).catch(reportFailure);
    setLoading(false);
  };
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        {headline}
        <span className="figures block text-small text-text-muted">
          {formatDate(new Date(issuedAt), locale)} · {code}
        </span>
      </span>
      <IconButton label={t('downloadOne', { headline, code })} disabled={isLoading} onClick={() => void download()}>
        <Download size={20} />
      </IconButton>
    </li>
  );
}
