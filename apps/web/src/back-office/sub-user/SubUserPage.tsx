import { allows } from '@larkmere/contract/back-office/permissions';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { UserRow, type Users } from '../../customers/user/user.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { staffPaths, TabQuery } from '../parts/parts.ts';
import { InviteSubUser } from './InviteSubUser.tsx';
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
      <Link to={staffPaths.customer(id)} search={{ tab: 'people' }} className={`${linkClass} w-fit`}>
        {t('back')}
      </Link>
      <TabQuery query={subUsersQuery(id)}>
        {(users) => <People key={plusuid} customerId={id} users={users} opened={plusuid} />}
      </TabQuery>
    </div>
  );
}

function People({ customerId, users, opened }: { customerId: string; users: Users; opened: string }) {
  const t = useTranslations('manageHelp.subUser');
  const { permissions } = useStaffSession();
  const [open, setOpen] = useState<string | undefined>(opened);
  const [isInviting, setIsInviting] = useState(false);
  const shown = users.list.find(({ uid }) => uid === open);
  return (
    <>
      <Card
        flush
        title={t('list')}
        action={
          allows(permissions, ['sub_users', 'act']) && (
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
