import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { KycPerson } from '../../platform/db/schema.gen.ts';

export type PersonRow = Readonly<Selectable<KycPerson>>;

/** Directors and owners. */
export const selectPeople = (tx: Tx, applicationId: string): Promise<PersonRow[]> =>
  tx
    .selectFrom('kyc.person')
    .selectAll()
    .where('applicationId', '=', applicationId)
    .where('removedAt', 'is', null)
    .where('membershipId', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

export const findPerson = (tx: Tx, id: string): Promise<PersonRow | undefined> =>
  tx.selectFrom('kyc.person').selectAll().where('id', '=', id).where('removedAt', 'is', null).executeTakeFirst();

/** The entry of a member who joined by invitation. */
export const findPersonOfMember = (tx: Tx, membershipId: string): Promise<PersonRow | undefined> =>
  tx
    .selectFrom('kyc.person')
    .selectAll()
    .where('membershipId', '=', membershipId)
    .where('removedAt', 'is', null)
    .executeTakeFirst();

export const insertPerson = (tx: Tx, person: Insertable<KycPerson>): Promise<PersonRow> =>
  tx.insertInto('kyc.person').values(person).returningAll().executeTakeFirstOrThrow();

export const updatePerson = (tx: Tx, id: string, change: Updateable<KycPerson>): Promise<PersonRow> =>
  tx.updateTable('kyc.person').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
