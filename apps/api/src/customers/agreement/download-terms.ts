import type { contract } from '@larkmere/contract/contract';
import type { Workflow } from '../../platform/requests/verb.ts';
import { selectCurrentDocument } from './agreement.sql.ts';
import { drawTerms } from './draw-terms.ts';
import { requireTerms } from './terms.ts';

/** A version never changes, so each is drawn once. */
const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

export const downloadTerms: Workflow<typeof contract.agreement.downloadTerms> = async ({ transaction }) => {
  const { version } = await transaction(({ tx }) => selectCurrentDocument(tx));
  const drawing = drawn.get(version) ?? drawTerms(requireTerms(version)).then((bytes) => Uint8Array.from(bytes));
  drawn.set(version, drawing);
  drawing.catch(() => drawn.delete(version));
  return new File([await drawing], `terms_${version}.pdf`, { type: 'application/pdf' });
};
