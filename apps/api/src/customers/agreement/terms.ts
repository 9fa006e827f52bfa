import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TermsView } from '@larkmere/contract/customers/agreement';

const folder = join(import.meta.dirname, 'terms');

function readTerms(file: string): TermsView {
  const bytes = readFileSync(join(folder, file));
  const documentHash = createHash('sha256').update(bytes).digest('hex');
  return { ...(JSON.parse(bytes.toString()) as Omit<TermsView, 'documentHash'>), documentHash };
}

/** One file per version. A published file never changes: the migration holds its hash. */
export const allTerms: readonly TermsView[] = readdirSync(folder).map(readTerms);

export function requireTerms(version: string): TermsView {
  const terms = allTerms.find((each) => each.version === version);
  if (!terms) throw new Error(`no file holds the terms ${version}`);
  return terms;
}
