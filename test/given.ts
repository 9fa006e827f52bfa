import { randomUUID } from 'node:crypto';
import type { AccessKey } from '@larkmere/contract/access';
import { accessKeys } from '@larkmere/contract/access';
import type { Endpoint, Input, Reply } from '@larkmere/contract/endpoint';
import { type Kysely, sql } from 'kysely';
import { afterAll, expect } from 'vitest';
import {
  type Customer,
  createCustomer,
  createPerson,
  isKycVerified,
  type NewCustomer,
  type Person,
} from '../apps/api/src/customer/customer.ts';
import { type Db, openDb, type Tx } from '../apps/api/src/kernel/db.ts';
import type { DB } from '../apps/api/src/kernel/schema.gen.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import type { Ctx, CustomerActor, Procedure, Steps, SystemActor, Verb } from '../apps/api/src/kernel/verb.ts';
import { openTestDatabase } from './database.ts';

/** Somebody signed in, and the customer they act for. */
export type Given = Readonly<{ customer: Customer; person: Person }>;
/** Builders of what a test starts from, all on one database of its own. */
export type GivenDatabase = Readonly<{ db: Db; url: string }>;

/** A migrated database for one suite, with a pool that is closed before the database is dropped. */
export async function givenDatabase(): Promise<GivenDatabase> {
  const { url } = await openTestDatabase();
  const db = openDb(url, 8);
  afterAll(() => db.destroy());
  return { db, url };
}

let count = 0;
const next = (): number => {
  count += 1;
  return count;
};
