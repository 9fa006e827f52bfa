import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const schemas = fileURLToPath(new URL('../../shared/data/iso20022/', import.meta.url));

/** Validation runs only if the published schemas lie beside this repository; `npm test` installs xmllint. */
export const isJudged = existsSync(schemas) && spawnSync('xmllint', ['--version']).status === 0;

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
 * Throws if a stored message violates its schema. Ignores fragments that a test passed off as messages, because they
 * were never sent.
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
