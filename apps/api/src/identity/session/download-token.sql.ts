import { basePathOf } from '@larkmere/contract/platform/endpoint';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { generateToken, hashToken } from '../../platform/security/token.ts';

const downloadTokenSeconds = 60;

type FileAddress = Readonly<{ file: string; downloadToken: string | undefined }>;

export function parseFileAddress(address: string, parameter: string): FileAddress {
  const { pathname, searchParams } = new URL(address, 'http://larkmere');
  const downloadToken = searchParams.get(parameter) ?? undefined;
  searchParams.delete(parameter);
  searchParams.sort();
  const path = pathname.replace(basePathOf({}), '');
  return { file: searchParams.size > 0 ? `${path}?${searchParams}` : path, downloadToken };
}

export async function insertDownloadToken(
  tx: Tx,
  sessionId: string,
  file: string,
): Promise<{ downloadToken: string; expiresAt: Date }> {
  const downloadToken = generateToken();
  const { expiresAt } = await tx
    .insertInto('session.download_token')
    .values({
      tokenHash: hashToken(downloadToken),
      sessionId,
      file,
      expiresAt: sql`now() + ${downloadTokenSeconds} * interval '1 second'`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return { downloadToken, expiresAt };
}

export async function redeemDownloadToken(db: Db, file: string, downloadToken: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('session.download_token')
    .where('tokenHash', '=', hashToken(downloadToken))
    .where('file', '=', file)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('sessionId')
    .executeTakeFirst();
  return row?.sessionId;
}

export const downloadTokenPurge = defineJob({
  name: 'purge-download-tokens',
  everySeconds: 60,
  run: ({ db }) => db.deleteFrom('session.download_token').where('expiresAt', '<=', sql<Date>`now()`).execute(),
});
