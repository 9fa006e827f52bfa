import type { HelpView } from '@larkmere/contract/customers/help';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { MessageForm } from './MessageForm.tsx';
import { useIsOwn } from './own.ts';

export function ComplaintPage({ help }: { help: HelpView }) {
  const t = useTranslations('help.complaint');
  const isOwn = useIsOwn();
  const { telephone, email, complaintDays: days } = help;
  return (
    <>
      <p>{t('intro')}</p>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>{t('steps.reference')}</li>
        <li>{t('steps.answer', { days })}</li>
        <li>{t('steps.longer')}</li>
        <li>{t('steps.ombudsman')}</li>
      </ol>
      <p className="text-text-muted">{t('call', { telephone, email })}</p>
      {isOwn ? (
        <Card title={t('formTitle')}>
          <MessageForm kind="complaint" />
        </Card>
      ) : (
        <p className="flex flex-wrap items-center gap-4">
          {t('strangerText')}
          <Link to={paths.login} className={buttonClass('secondary')}>
            {t('login')}
          </Link>
        </p>
      )}
    </>
  );
}
