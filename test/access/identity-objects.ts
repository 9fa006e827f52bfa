import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { insertDocument } from '../../apps/api/src/checks/document/document.sql.ts';
import { upsertDevice } from '../../apps/api/src/identity/device/device.sql.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import type { TestUser } from '../fixtures/base.ts';

/** Asks a verified customer for these items again, so that what belongs to them can be changed. */
export async function reopenItems(db: Db, { customer }: TestUser): Promise<void> {
  await sql`update kyc.item i set state = 'rejected', reason = 'unreadable'
    from kyc.application a where a.id = i.application_id and a.customer_id = ${customer.id}
      and i.key in ('people', 'source_of_funds')`.execute(db);
}

export async function seedIdentityPerson(db: Db, { customer }: TestUser): Promise<string> {
  const id = v7();
  await sql`insert into kyc.person (id, application_id, name, email, is_director, share_percent)
    select ${id}, a.id, 'Ada Fitch', ${`${id}@larkmere.example`}, true, 0 from kyc.application a
    where a.customer_id = ${customer.id}`.execute(db);
  return id;
}

export const seedIdentityDocument = (db: Db, { customer, user }: TestUser): Promise<string> =>
  inTransaction(db, async (tx) => {
    const id = v7();
    const bytes = Buffer.from(id);
    const sha256 = createHash('sha256').update(bytes).digest();
    const owned = { id, purpose: 'identity_check', customerId: customer.id, userId: user.id } as const;
    const named = { type: 'source_of_funds', name: 'payslip.pdf', mediaType: 'application/pdf', note: null } as const;
    await insertDocument(tx, { ...owned, ...named, sizeBytes: bytes.length, sha256 }, bytes);
    await sql`insert into kyc.item_document (document_id, item_id)
      select ${id}, i.id from kyc.item i join kyc.application a on a.id = i.application_id
      where a.customer_id = ${customer.id} and i.key = 'source_of_funds'`.execute(tx);
    return id;
  });

export async function seedPasskey(db: Db, { user }: TestUser): Promise<string> {
  const id = v7();
  await sql`insert into second_factor.passkey (id, user_id, credential_id, public_key, counter, transports, is_backed_up, name)
    values (${id}, ${user.id}, ${id}, ${Buffer.alloc(32)}, 0, '{}', false, 'Laptop')`.execute(db);
  return id;
}

export const seedDevice = async (db: Db, { user }: TestUser): Promise<string> => {
  const seen = { platform: null, browser: null, country: null, isFirst: true };
  const device = { userId: user.id, secretHash: randomBytes(32), name: 'Laptop', ...seen };
  return (await inTransaction(db, (tx) => upsertDevice(tx, device))).id;
};
