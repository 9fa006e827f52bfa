import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { StaffRole } from '@larkmere/contract/manage';
import { v7 } from 'uuid';
import { openDb } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import type { Ctx, StaffActor } from '../apps/api/src/kernel/verb.ts';
import { runningPostgres } from '../tools/postgres.ts';

export async function asStaff<T>(role: StaffRole, work: (ctx: Ctx<StaffActor>) => Promise<T>): Promise<T> {
  const db = openDb(runningPostgres(join(process.env.E2E_DATA_DIR ?? '', 'postgres')) ?? '', 1);
  const [id, name] = [v7(), `staff${randomInt(1e9)}`];
  try {
    return await inTransaction(db, async (tx, now) => {
      const member = { id, username: name, email: `${name}@larkmere.example`, name, role, password_hash: 'none' };
      await tx.insertInto('staff.member').values(member).execute();
      const actor: StaffActor = { kind: 'staff', staffId: id, name, role, sessionId: randomUUID(), ip: '127.0.0.1' };
      return work({ tx, now, actor, requestId: 'e2e' });
    });
  } finally {
    await db.destroy();
  }
}
