import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { useSessionState } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { CustomerCheck } from './CustomerCheck.tsx';
import { FirmPersonCheck } from './FirmPersonCheck.tsx';
import { usePersonLink } from './person-link.ts';

/** The customer's own check, or behind a link from an e-mail that of a director or owner. */
export function KnowYourCustomerPage() {
  const link = usePersonLink();
  const { status } = useSessionState();
  if (link) return <FirmPersonCheck key={link.id} link={link} />;
  return status === 'out' ? <SignedOut /> : <CustomerCheck />;
}

function SignedOut() {
  const t = useTranslations('kycPage');
  return (
    <div className="grid max-w-[640px] gap-6">
      <PageHeading title={t('title.person')} />
      <p className="text-text-muted">{t('strangerText')}</p>
      <Link to={paths.login} className={`${buttonClass()} w-fit`}>
        {t('login')}
      </Link>
    </div>
  );
}
