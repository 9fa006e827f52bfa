import { z } from 'zod';

export const OriginalIds = z.object({ OrgnlInstrId: z.string().optional(), OrgnlEndToEndId: z.string() });

/** A bank may omit our instruction id; the end-to-end id then identifies the payment. */
export const instructionIdOf = ({ OrgnlInstrId, OrgnlEndToEndId }: z.output<typeof OriginalIds>): string =>
  OrgnlInstrId ?? OrgnlEndToEndId;
