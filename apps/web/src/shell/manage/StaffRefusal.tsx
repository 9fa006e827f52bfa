import { forbiddenReason } from '@larkmere/contract/platform/denials';
import { access } from '@larkmere/messages/en/access';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { StaffFrame } from './ManageLayout.tsx';

/** The pages `/403` and `/404` for staff. A refusal without a reason of its own names the role. */
export function StaffRefusal() {
  const isMissing = useLocation().pathname === paths.notFound;
  const t = useTranslations('shell');
  const staff = useTranslations('manage.refusal');
  const { message }: { message?: unknown } = useSearch({ strict: false });
  const reason = forbiddenReason(message);
  useSetPageTitle(t(isMissing ? 'notFound.title' : 'forbidden.title'));
  const forbidden = reason && reason !== 'access_denied' ? access[reason] : staff('forbidden');
  return (
    <StaffFrame>
      <p className="mb-8 text-text-muted">{isMissing ? staff('missing') : forbidden}</p>
      <Link to={paths.manageDashboard} className={buttonClass()}>
        {staff('home')}
      </Link>
    </StaffFrame>
  );
}
