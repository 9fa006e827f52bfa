import { useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useKycState } from '../../customers/kyc/kyc.api.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { CopyButton } from '../../ui/CopyField.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';

/** Where a phone shows the line as well. In a flow the name menu has the member code. */
const overviews: readonly string[] = [
  paths.walletDashboard,
  paths.walletAccounts,
  paths.walletHistory,
  paths.walletStatement,
];

export const isOverview = (pathname: string): boolean =>
  overviews.includes(pathname) || pathname.startsWith(`${paths.walletAccounts}/`);

/** An identity check that is not approved stays in sight everywhere, in red and in words. */
export function CustomerLine() {
  const t = useTranslations();
  const { pathname } = useLocation();
  const { user, kycVerified } = useSession();
  const { data } = useKycState(!kycVerified);
  const status = kycVerified ? 'approved' : data?.status;
  const isApproved = status?.startsWith('approved');
  const folds = isApproved && !isOverview(pathname);
  return (
    <section
      aria-label={t('shell.customer')}
      className={`flex flex-wrap items-center gap-x-5 gap-y-1 text-small text-text-muted ${folds ? 'max-lg:hidden' : ''}`}
    >
      <span>{user.name}</span>
      <span className="flex items-center gap-1">
        {t('shell.memberCode')} <strong className="figures text-text">{user.membercode}</strong>
        <CopyButton label={t('shell.memberCode')} text={user.membercode} />
      </span>
      {status && (
        <StatusPill kind={isApproved ? 'success' : 'danger'}>
          {t('kyc.label', { status: t(`kyc.status.${status}`) })}
        </StatusPill>
      )}
    </section>
  );
}
