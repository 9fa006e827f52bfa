import { randomUUID } from 'node:crypto';
import { deriveStaffInvitationKey } from '../apps/api/src/back-office/staff/staff.ts';
import { type FirstMember, inviteFirstMembers } from '../apps/api/src/back-office/staff/staff-invitation.ts';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import { withDatabase } from './database.ts';

const usernamePattern = /^[\w.-]{3,40}$/;
const emailPattern = /^\S+@\S+\.\S+$/;

function toMember(given: readonly string[]): FirstMember | undefined {
  const [name = '', username = '', email = ''] = given.map((part) => part.trim());
  const isComplete = name !== '' && usernamePattern.test(username) && emailPattern.test(email);
  return isComplete ? { name, username, email } : undefined;
}

/**
 * The first two members of staff of a production installation, or of one where nobody can approve changes to staff any
 * more. The running server sends them their links.
 */
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

const given = process.argv.slice(2);
const [proposer, approver] = [toMember(given.slice(0, 3)), toMember(given.slice(3))];
const pepper = process.env.PIN_PEPPER;
if (!proposer || !approver || given.length !== 6 || pepper === undefined) {
  console.error(
    'Set DATABASE_URL and PIN_PEPPER as for the server, and name two people:\nnpm run staff:first -- "Name" username email "Name" username email',
  );
  process.exitCode = 1;
} else {
  const isDone = await withDatabase((url) => invite(url, [proposer, approver], pepper));
  console.log(
    isDone
      ? `${proposer.name} proposes and ${approver.name} approves. Both get a link by e-mail, valid for 48 hours.`
      : 'Somebody can approve changes to staff, or has been invited to: nothing was changed. They invite others at /manage/setting/roles.',
  );
  if (!isDone) process.exitCode = 1;
}
