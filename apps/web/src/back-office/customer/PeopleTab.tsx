import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { StaffTable, TabQuery } from '../parts/parts.ts';
import { ContactRecoveries, PersonActions, peopleQuery } from '../person/person.tsx';

type People = Reply<typeof contract.customerFile.people>;

export function PeopleTab({ id }: { id: string }) {
  const t = useTranslations('manageCustomer');
  const { at } = useDateTimeTexts();
  const seen = (moment: string | null) => (moment ? at(moment) : t('never'));
  return (
    <TabQuery query={peopleQuery(id)}>
      {({ people, devices }) => (
        <div className="grid gap-4">
          <ContactRecoveries customerId={id} />
          <Card flush title={t('person.title')}>
            <StaffTable<People['people'][number]>
              caption={t('person.title')}
              rows={people}
              keyOf={({ uid }) => uid}
              columns={[
                {
                  key: 'name',
                  title: t('person.name'),
                  cell: ({ name, email }) => (
                    <span className="grid">
                      <strong className="font-semibold">{name}</strong>
                      <span className="text-caption text-text-muted">{email}</span>
                    </span>
                  ),
                },
                { key: 'role', title: t('person.role'), cell: ({ role }) => t(`person.roles.${role as 'owner'}`) },
                {
                  key: 'state',
                  title: t('person.state'),
                  cell: ({ state }) => t(`person.states.${state as 'active'}`),
                },
                {
                  key: 'phone',
                  title: t('person.phone'),
                  cell: ({ phone }) => <span className="figures">{phone ?? '–'}</span>,
                },
                { key: 'seen', title: t('person.seen'), isNumber: true, cell: ({ lastSeenAt }) => seen(lastSeenAt) },
                {
                  key: 'help',
                  title: t('person.help'),
                  cell: (person) => <PersonActions customerId={id} person={person} />,
                },
              ]}
            />
          </Card>
          <Card flush title={t('person.devices')}>
            {devices.length === 0 ? (
              <EmptyState title={t('person.noDevices')} />
            ) : (
              <StaffTable<People['devices'][number]>
                caption={t('person.devices')}
                rows={devices}
                keyOf={({ uid }) => uid}
                columns={[
                  {
                    key: 'device',
                    title: t('person.device'),
                    cell: ({ name, isTrusted }) => (
                      <span>
                        <strong className="font-semibold">{name}</strong> {isTrusted && t('person.trusted')}
                      </span>
                    ),
                  },
                  { key: 'person', title: t('person.name'), cell: ({ person }) => person },
                  { key: 'country', title: t('person.country'), cell: ({ lastCountry }) => lastCountry ?? '–' },
                  { key: 'seen', title: t('person.seen'), isNumber: true, cell: ({ lastSeenAt }) => seen(lastSeenAt) },
                ]}
              />
            )}
          </Card>
        </div>
      )}
    </TabQuery>
  );
}
