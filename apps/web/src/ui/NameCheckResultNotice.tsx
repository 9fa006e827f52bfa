import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from './Notice.tsx';

type Result = 'match' | 'close' | 'no-match' | 'unavailable';

const kinds = { match: 'success', close: 'warning', 'no-match': 'danger', unavailable: 'neutral' } as const;

type Props = {
  result: Result;
  accountName?: string | undefined;
  /** Says whose account it is, where the name is known whatever the result. */
  holderText?: string | undefined;
  children?: ReactNode;
};

export function NameCheckResultNotice({ result, accountName, holderText, children }: Props) {
  const t = useTranslations('ui.payeeCheck');
  const text = t(`${result}.text`, { name: accountName ?? '' });
  const isWarning = result === 'no-match' || result === 'unavailable';
  return (
    <Notice kind={kinds[result]} title={t(`${result}.title`)} action={children}>
      {holderText && isWarning ? `${holderText} ${text}` : (holderText ?? text)}
    </Notice>
  );
}
