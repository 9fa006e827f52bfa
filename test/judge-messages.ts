import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const schemas = fileURLToPath(new URL('../../shared/data/iso20022/', import.meta.url));

/** The published schemas are the judge where they are at hand beside this repository, and `npm test` sees to xmllint. */
export const isJudged = existsSync(schemas) && spawnSync('xmllint', ['--version']).status === 0;

/** What the schemas of ISO 20022 have against some messages; nothing for valid ones, and nothing where there is no judge. */
export function complaintsAbout(documents: readonly string[]): string {
  if (!isJudged) return '';
  const kinds = Map.groupBy(new Set(documents), (document) => /xsd:([^"]+)"/.exec(document)?.[1] ?? 'no message');
  return [...kinds].map(([message, those]) => complaintsOf(message, those)).join('');
}

function complaintsOf(message: string, documents: readonly string[]): string {
  const schema = `${schemas}${message}.xsd`;
  if (!existsSync(schema)) return `there is no schema of ${message}: ${documents[0]}`;
  const folder = mkdtempSync(join(tmpdir(), 'messages-'));
  try {
    for (const [i, document] of documents.entries()) writeFileSync(join(folder, `${i}.xml`), document);
    const files = documents.map((_, i) => `${i}.xml`);
    const run = spawnSync('xmllint', ['--noout', '--schema', schema, ...files], { cwd: folder });
    return run.status === 0 ? '' : run.stderr.toString().replaceAll(/^.* validates\n/gm, '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Throws what the schemas have against the messages that a database kept, in either direction. Where a test speaks for a
 * bank itself, it may write down no more than what is read: what is no whole document went over no wire.
 */
export async function checkMessages(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ document: string }>(
      `select distinct document from payment.message where document like '<?xml%'`,
    );
    const complaints = complaintsAbout(rows.map(({ document }) => document));
    if (complaints !== '') throw new Error(`Messages are not what the standard says.\n${complaints}`);
  } finally {
    await client.end();
  }
}
