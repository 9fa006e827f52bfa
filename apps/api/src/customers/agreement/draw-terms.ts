import type { TermsView } from '@larkmere/contract/customers/agreement';
import { defaultText } from '@larkmere/messages/format-message';
import { drawDocument } from '../../platform/pdf/document.ts';

export function drawTerms({ version, effectiveOn, documentHash, sections }: TermsView): Promise<Buffer> {
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
