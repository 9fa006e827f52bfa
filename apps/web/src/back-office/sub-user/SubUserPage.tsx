import { allows } from '@larkmere/contract/back-office/permissions';
import type { StaffAccessRequest } from '@larkmere/contract/back-office/sub-user';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { UserRow, type Users } from '../../customers/user/user.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { StaffLink, staffPaths, TabQuery } from '../parts/parts.ts';
import { InviteSubUser } from './InviteSubUser.tsx';
import { PreparedRequests } from './PreparedRequests.tsx';
import { SubUserDrawer } from './SubUserDrawer.tsx';
import { customerNameQuery, subUsersQuery } from './sub-user.api.ts';

/** The people of a customer; the address names the one that is open. */
export function SubUserPage() {
  const t = useTranslations('manageHelp.subUser');
  const { id = '', plusuid = '' }: { id?: string; plusuid?: string } = useParams({ strict: false });
  const { data: customer } = useQuery(customerNameQuery(id));
  useSetPageTitle(t('title', { name: customer?.name ?? '' }));
  return (
    <div className="grid gap-4">
      <StaffLink
        to={staffPaths.customer(id)}
        search={{ tab: 'people' }}
        className={`${linkClass} w-fit`}
        otherwise={null}
      >
        {t('back')}
      </StaffLink>
      <TabQuery query={subUsersQuery(id)}>
        {({ requests, ...users }) => (
          <People key={plusuid} customerId={id} users={users} requests={requests} opened={plusuid} />
        )}
      </TabQuery>
    </div>
  );
}

type PeopleProps = { customerId: string; users: Users; requests: readonly StaffAccessRequest[]; opened: string };

function People({ customerId, users, requests, opened }: PeopleProps) {
  const t = useTranslations('manageHelp.subUser');
  const { permissions } = useStaffSession();
  const [open, setOpen] = useState<string | undefined>(opened);
  const [isInviting, setIsInviting] = useState(false);
  const mayAct = allows(permissions, ['sub_users', 'act']);
  const shown = users.list.find(({ uid }) => uid === open);
  return (
    <>
      <PreparedRequests customerId={customerId} requests={requests} users={users} mayAct={mayAct} />
      <Card
        flush
        title={t('list')}
        action={
          mayAct && (
            <Button icon={<UserPlus size={18} />} onClick={() => setIsInviting(true)}>
              {t('invite')}
            </Button>
          )
        }
      >
        <ul aria-label={t('list')} className="divide-y divide-line border-t border-line">
          {users.list.map((user) => (
            <li key={user.uid}>
              <UserRow user={user} accounts={users.accounts} onOpen={() => setOpen(user.uid)} />
            </li>
          ))}
        </ul>
      </Card>
      {isInviting && <InviteSubUser customerId={customerId} users={users} onClose={() => setIsInviting(false)} />}
      {shown && (
        <SubUserDrawer
          key={`${shown.uid} ${shown.version}`}
          customerId={customerId}
          user={shown}
          users={users}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
