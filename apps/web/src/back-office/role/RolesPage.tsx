import { allows } from '@larkmere/contract/back-office/permissions';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { StaffPeople } from '../staff-member/staff-member.ts';
import { PermissionsTab } from './PermissionsTab.tsx';
import { rolesQuery } from './role.api.ts';
import { TwoPersonRules } from './TwoPersonRules.tsx';

export function RolesPage() {
  const t = useTranslations('manageRoles');
  useSetPageTitle(t('title'));
  const { data, error, refetch } = useQuery(rolesQuery);
  const { tab = 'permissions' }: { tab?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { permissions } = useStaffSession();
  if (!data && error)
    return <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="row" count={8} />;
  const rights = {
    canPropose: allows(permissions, ['roles', 'act']),
    canApprove: allows(permissions, ['roles', 'approve']),
  };
  return (
    <Tabs
      value={tab}
      onChange={(next) => void navigate({ to: '.', search: { tab: next }, replace: true })}
      tabs={[
        { value: 'permissions', label: t('tab.permissions'), panel: <PermissionsTab document={data} {...rights} /> },
        { value: 'pairs', label: t('tab.pairs'), panel: <TwoPersonRules pairs={data.pairs} /> },
        { value: 'people', label: t('tab.people'), panel: <StaffPeople {...rights} /> },
      ]}
    />
  );
}
