import { z } from 'zod';

export const FieldError = z.object({ field: z.string(), code: z.string(), message: z.string() });

/**
 * Envelope of every answer except a file (specification, section 3). `code`, `errors` and `requestId` are additions.
 */
export const successEnvelope = <T extends z.ZodType>(data: T) =>
  z.object({ result: z.literal(true), data, message: z.string() });

export const Failure = z
  .object({
    result: z.literal(false),
    data: z.unknown(),
    message: z.string(),
    code: z.string(),
    errors: z.array(FieldError).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Failure' });
export type Failure = z.infer<typeof Failure>;
