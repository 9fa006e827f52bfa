import type { contract } from '@larkmere/contract/contract';
import type { TermsView } from '@larkmere/contract/customers/agreement';
import { defaultText } from '@larkmere/messages/format-message';
import { drawDocument } from '../../platform/pdf/document.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { selectCurrentDocument } from './agreement.sql.ts';
import { requireTerms } from './show-terms.ts';

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
