import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type FirstMember, inviteFirstMembers } from '../apps/api/src/back-office/staff/invite-first-members.ts';
import { deriveStaffInvitationKey } from '../apps/api/src/back-office/staff/staff.ts';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import { withDatabase } from './database.ts';

/** The first two members of staff of a production installation. The running server sends them their links. */
const Person = z.tuple([z.string().trim().min(1).max(70), z.string().regex(/^[\w.-]{3,40}$/), z.email()]);
const Arguments = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]);

const toMember = (given: readonly string[]): FirstMember => {
  const [name, username, email] = Person.parse(given);
  return { name, username, email };
};

async function invite(databaseUrl: string, people: readonly [FirstMember, FirstMember], pepper: string) {
  const db = openDb(databaseUrl, 1);
  const actor = { kind: 'system', name: 'first-staff' } as const;
  try {
    return await inTransaction(db, (tx, now) =>
      inviteFirstMembers({ tx, now, actor, requestId: randomUUID() }, deriveStaffInvitationKey(pepper), people),
    );
  } finally {
    await db.destroy();
  }
}

const given = Arguments.safeParse(process.argv.slice(2));
const pepper = process.env.PIN_PEPPER;
if (!given.success || pepper === undefined) {
  console.error(
    'Set DATABASE_URL and PIN_PEPPER as for the server, and name two people:\nnpm run staff:first -- "Name" username email "Name" username email',
  );
  process.exitCode = 1;
} else {
  const people = [toMember(given.data.slice(0, 3)), toMember(given.data.slice(3))] as const;
  const isDone = await withDatabase((url) => invite(url, people, pepper));
  console.log(
    isDone
      ? `${people[0].name} proposes and ${people[1].name} approves. Both get a link by e-mail, valid for 48 hours.`
      : 'There are accounts of staff already: nothing was changed. They invite others at /manage/setting/roles.',
  );
  if (!isDone) process.exitCode = 1;
}
