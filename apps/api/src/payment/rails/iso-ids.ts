import { z } from 'zod';

/** What a message gives back of the order that it is about. */
export const IsoIds = z.object({ OrgnlInstrId: z.string().optional(), OrgnlEndToEndId: z.string() });

/** Which order of ours a message is about. A bank may leave out our own id; then what travelled to the payee was it. */
export const instructionOf = ({ OrgnlInstrId, OrgnlEndToEndId }: z.output<typeof IsoIds>): string =>
  OrgnlInstrId ?? OrgnlEndToEndId;
