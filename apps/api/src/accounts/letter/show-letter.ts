import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { drawInWorker } from '../../platform/pdf/draw-in-worker.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { selectLetter } from './letter.sql.ts';
import { formatCode } from './letter.ts';

/** Drawn in a worker thread, outside any transaction. Refuses `not_found`, and `service_unavailable` under load. */
export const showLetter =
  (verificationAddress: string): Workflow<typeof contract.letter.show> =>
  async ({ actor, transaction }, { uid }) => {
    const letter = await transaction((ctx) => selectLetter(ctx, uid));
    if (!letter) throw new Refusal('not_found');
    const code = formatCode(letter.code);
    const document = {
      ...letter.content,
      fileTitle: defaultText('letter_file_title', { name: letter.content.title, code }),
      verification: { code, address: verificationAddress },
    };
    const bytes = await drawInWorker(document, letter.issuedAt, actor.customerId);
    return new File([bytes], `${letter.kind}_${letter.code}.pdf`, { type: 'application/pdf' });
  };
