import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from './Notice.tsx';

type Result = 'match' | 'close' | 'no-match' | 'unavailable';

const kinds = { match: 'success', close: 'warning', 'no-match': 'danger', unavailable: 'neutral' } as const;

type Props = { result: Result; accountName?: string | undefined; children?: ReactNode };

export function NameCheckResultNotice({ result, accountName, children }: Props) {
  const t = useTranslations('ui.payeeCheck');
  const name = accountName ?? '';
  return (
    <Notice kind={kinds[result]} title={t(`${result}.title`)} action={children}>
      {t(`${result}.text`, { name })}
    </Notice>
  );
}
