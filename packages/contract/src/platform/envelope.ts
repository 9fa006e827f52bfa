import { z } from 'zod';

/** A message before it is rendered, so that a client can branch on its code or show it in its own words. */
export const MessageView = z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) }).meta({
  id: 'Message',
  description:
    'Code of a text with its parameters. Money is an object of amount and currency, days and times are in ISO format, and a parameter may be a message itself.',
});

export const fieldErrorCodes = [
  'required',
  'invalid',
  'too_long',
  'too_short',
  'too_small',
  'too_large',
  'not_allowed',
] as const;
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

export const FieldError = z.object({
  field: z.string(),
  code: z.enum(fieldErrorCodes),
  message: z.string(),
  reason: MessageView,
});

/**
 * Envelope of every answer except a file (specification, section 3). `code`, `reason`, `errors` and `requestId` are
 * additions. Clients branch on `code`; `reason` names the exact case, and `message` is its text.
 */
export const successEnvelope = <T extends z.ZodType>(data: T) =>
  z.object({ result: z.literal(true), data, message: z.string() });

export const Failure = z
  .object({
    result: z.literal(false),
    data: z.unknown(),
    message: z.string(),
    code: z.string(),
    reason: MessageView,
    errors: z.array(FieldError).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Failure' });
export type Failure = z.infer<typeof Failure>;
