import { z } from 'zod';

export const IsoIds = z.object({ OrgnlInstrId: z.string().optional(), OrgnlEndToEndId: z.string() });

/** A bank may omit our instruction id; the end-to-end id then identifies the payment. */
export const instructionOf = ({ OrgnlInstrId, OrgnlEndToEndId }: z.output<typeof IsoIds>): string =>
  OrgnlInstrId ?? OrgnlEndToEndId;
