import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useFocusOnResult } from '../../ui/use-focus-on-result.ts';

export function DisownedNotice() {
  const t = useTranslations('device.question');
  const box = useFocusOnResult(true);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice
        kind="success"
        title={t('doneTitle')}
        action={
          <Link to={paths.lostPassword} className={buttonClass('secondary')}>
            {t('reset')}
          </Link>
        }
      >
        {t('done')}
      </Notice>
    </div>
  );
}
