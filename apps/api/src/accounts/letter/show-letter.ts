import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { drawLetter } from './draw-letter.ts';
import { selectLetter } from './letter.sql.ts';

/** Refuses `not_found`, and `service_unavailable` under load. */
export const showLetter =
  (verificationAddress: string): Workflow<typeof contract.letter.show> =>
  async ({ actor, transaction }, { uid }) => {
    const letter = await transaction((ctx) => selectLetter(ctx, uid));
    if (!letter) throw new Refusal('not_found');
    const { name, bytes } = await drawLetter(letter, { verificationAddress, owner: actor.customerId });
    return new File([bytes], name, { type: 'application/pdf' });
  };
