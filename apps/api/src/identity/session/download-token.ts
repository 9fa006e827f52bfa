import { type contract, endpoints } from '@larkmere/contract/contract';
import { basePathOf } from '@larkmere/contract/platform/endpoint';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { generateToken, hashToken } from '../../platform/security/token.ts';

/**
 * Issues a one-use download token for one file, valid 60 seconds in this session. Ownership of the file is checked on
 * download. Not idempotent: a stored reply would store the secret. Refuses with `not_found`.
 */
export const createDownloadToken: Workflow<typeof contract.session.createDownloadToken> = async (
  { actor, transaction },
  { file },
) => {
  const known = endpoints.find(
    ({ downloadTokenParameter, path }) => downloadTokenParameter && pathPattern(path).test(file),
  );
  if (!known?.downloadTokenParameter) throw new Refusal('not_found');
  const address = parseFileAddress(file, known.downloadTokenParameter);
  const { downloadToken, expiresAt } = await transaction(async (ctx) => {
    await audit(ctx, 'session.download_token_created', `session:${actor.sessionId}`, { file: address.file });
    return insertDownloadToken(ctx.tx, actor.sessionId, address.file);
  });
  return { downloadToken, expiresAt: expiresAt.toISOString() };
};

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);

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

async function insertDownloadToken(
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
