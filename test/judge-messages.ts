import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const schemas = fileURLToPath(new URL('../../shared/data/iso20022/', import.meta.url));

/** The published schemas are the judge where they are at hand; their licence keeps them out of this repository. */
const isJudged = existsSync(schemas) && spawnSync('xmllint', ['--version']).status === 0;

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
