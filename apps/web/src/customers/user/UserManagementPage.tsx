import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RuleSummary } from '../../approvals/approval/approval.tsx';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageIntro } from '../../ui/PageIntro.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AccessRequests } from './AccessRequests.tsx';
import { columns } from './columns.ts';
import { InviteDrawer } from './InviteDrawer.tsx';
import { UserDrawer } from './UserDrawer.tsx';
import { UserRow } from './UserRow.tsx';
import { type Users, usersQuery } from './user.api.ts';

export function UserManagementPage() {
  const t = useTranslations('userManagement');
  useSetPageTitle(t('title'));
  const { customer } = useSession();
  const users = useQuery(usersQuery(customer.id));
  if (users.data) return <People users={users.data} />;
  if (users.error)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(users.error)} onRetry={() => void users.refetch()} />
      </Card>
    );
  return <Skeleton shape="row" count={4} />;
}

type Open = Readonly<{ kind: 'invite' }> | Readonly<{ kind: 'user'; uid: string }>;

function People({ users }: { users: Users }) {
  const t = useTranslations('userManagement');
  const { customer, businnessState } = useSession();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { list } = users;
  const invitations = list.filter(({ status }) => status === 'invited').length;
  const shown = open?.kind === 'user' ? list.find(({ uid }) => uid === open.uid) : undefined;
  return (
    <div className="grid gap-5">
      <PageIntro
        action={
          <Button icon={<UserPlus size={18} />} onClick={() => setOpen({ kind: 'invite' })}>
            {t('invite')}
          </Button>
        }
      >
        {t('intro', { count: list.length, customer: customer.name })}{' '}
        {invitations > 0 && t('open', { count: invitations })}
      </PageIntro>
      <AccessRequests accounts={users.accounts} />
      <Card flush>
        <Columns />
        <ul aria-label={t('list')} className="divide-y divide-line">
          {list.map((user) => (
            <li key={user.uid}>
              <UserRow user={user} accounts={users.accounts} onOpen={() => setOpen({ kind: 'user', uid: user.uid })} />
            </li>
          ))}
        </ul>
      </Card>
      {businnessState && <RuleSummary />}
      {open?.kind === 'invite' && <InviteDrawer users={users} onClose={close} />}
      {shown && <UserDrawer key={shown.uid} user={shown} users={users} onClose={close} />}
    </div>
  );
}

function Columns() {
  const t = useTranslations('userManagement.column');
  return (
    <div
      aria-hidden
      className={`hidden gap-4 border-b border-line bg-sunken px-5 py-2 text-caption font-semibold text-text-muted lg:grid ${columns}`}
    >
      <span>{t('person')}</span>
      <span>{t('role')}</span>
      <span>{t('accounts')}</span>
      <span className="text-right">{t('limit')}</span>
      <span>{t('status')}</span>
      <span>{t('seen')}</span>
    </div>
  );
}
