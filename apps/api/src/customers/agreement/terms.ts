import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { contract } from '@larkmere/contract/contract';
import type { TermsView } from '@larkmere/contract/customers/agreement';
import { defaultText } from '@larkmere/messages/format-message';
import { drawDocument } from '../../platform/pdf/document.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb, Workflow } from '../../platform/requests/verb.ts';
import { insertDecision, selectAcceptedAt, selectCurrentDocument } from './agreement.sql.ts';

export const showTerms: Verb<typeof contract.agreement.showTerms> = async ({ tx }) =>
  requireTerms((await selectCurrentDocument(tx)).version);

const folder = join(import.meta.dirname, 'terms');

function readTerms(file: string): TermsView {
  const bytes = readFileSync(join(folder, file));
  const documentHash = createHash('sha256').update(bytes).digest('hex');
  // A file of ours beside this one.
  return { ...(JSON.parse(bytes.toString()) as Omit<TermsView, 'documentHash'>), documentHash };
}

/** One file per version. A published file never changes: the migration holds its hash. */
export const allTerms: readonly TermsView[] = readdirSync(folder).map(readTerms);

export function requireTerms(version: string): TermsView {
  const terms = allTerms.find((each) => each.version === version);
  if (!terms) throw new Error(`no file holds the terms ${version}`);
  return terms;
}

/** A version stays accepted: a later refusal of it changes nothing. Refuses `agreement_outdated`. */
export const decideAgreement: Verb<typeof contract.agreement.decide> = async (
  ctx,
  { version, documentHash, accepted },
) => {
  const { tx, actor, now } = ctx;
  const current = await selectCurrentDocument(tx);
  if (version !== current.version || documentHash !== current.documentHash) throw new Refusal('agreement_outdated');
  const acceptedAt = await selectAcceptedAt(tx, actor.userId, version);
  if (acceptedAt) return { version, accepted: true, decidedAt: acceptedAt.toISOString(), syncagreement: false };
  const decidedAt = await insertDecision(tx, { userId: actor.userId, version, documentHash, accepted });
  if (decidedAt) await audit(ctx, accepted ? 'agreement.accepted' : 'agreement.declined', version, { documentHash });
  return { version, accepted, decidedAt: (decidedAt ?? now).toISOString(), syncagreement: !accepted };
};

/** A version never changes, so each is drawn once. */
const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

export const downloadTerms: Workflow<typeof contract.agreement.downloadTerms> = async ({ transaction }) => {
  const { version } = await transaction(({ tx }) => selectCurrentDocument(tx));
  const drawing = drawn.get(version) ?? drawTerms(requireTerms(version)).then((bytes) => Uint8Array.from(bytes));
  drawn.set(version, drawing);
  drawing.catch(() => drawn.delete(version));
  return new File([await drawing], `terms_${version}.pdf`, { type: 'application/pdf' });
};

function drawTerms({ version, effectiveOn, documentHash, sections }: TermsView): Promise<Buffer> {
  const title = defaultText('terms_title');
  const numbered = sections.map((section, i) => ({
    heading: `${i + 1}. ${section.title}`,
    paragraphs: section.paragraphs,
  }));
  const digest = { heading: 'SHA-256', paragraphs: [documentHash] };
  return drawDocument(
    {
      fileTitle: title,
      title,
      headline: title,
      subline: defaultText('terms_version', { version, day: effectiveOn }),
      sections: [...numbered, digest],
    },
    new Date(effectiveOn),
  );
}
