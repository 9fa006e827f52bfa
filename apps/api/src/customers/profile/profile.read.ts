import type { ProfileView, StoredAddress } from '@larkmere/contract/customers/profile';
import type { Tx } from '../../platform/db/db.ts';
import type { MemberRef } from '../customer/customer.ts';

type StoredProfile = Omit<ProfileView, 'address'> & Readonly<{ address: StoredAddress | null }>;

export const selectProfile = (tx: Tx, { userId, customerId }: MemberRef): Promise<StoredProfile> =>
  tx
    .selectFrom('customer.user as p')
    .innerJoin('customer.membership as m', 'm.userId', 'p.id')
    .innerJoin('customer.customer as c', 'c.id', 'm.customerId')
    .select([
      'p.name',
      'p.username',
      'p.email',
      'p.phone',
      'p.notifyNews',
      'c.memberCode',
      'c.name as customerName',
      'c.country',
      'c.address',
    ])
    .where('p.id', '=', userId)
    .where('c.id', '=', customerId)
    .executeTakeFirstOrThrow();
