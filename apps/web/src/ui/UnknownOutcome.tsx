import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { StepHeading } from './StepHeading.tsx';

type Props = {
  timeouts: number;
  busy: boolean;
  children: ReactNode;
  link: ReactNode;
  onAgain: () => void;
};

export function UnknownOutcome({ timeouts, busy, children, link, onAgain }: Props) {
  const t = useTranslations('ui.send');
  const [before] = useState(timeouts);
  return (
    <div className="grid gap-5">
      <StepHeading>{t('heading')}</StepHeading>
      <Notice kind="warning" title={t('late')}>
        {children}
      </Notice>
      <p role="status" className="text-text-muted empty:hidden">
        {timeouts > before && !busy && t('still')}
      </p>
      <div className="flex flex-col-reverse gap-3 sm:flex-row">
        {link}
        <Button className="flex-1" busy={busy} busyLabel={t('checking')} onClick={onAgain}>
          {t('check')}
        </Button>
      </div>
    </div>
  );
}
