import type { FieldErrorCode } from '@larkmere/contract/platform/envelope';
import { languages } from '@larkmere/messages/languages';
import { type Message, type MessageCode, message } from '@larkmere/messages/message';
import type { z } from 'zod';
import type { FieldError } from '../requests/refusal.ts';

/** Parses with message codes instead of the texts of the validator. */
export const parseWithCodes = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.ZodSafeParseResult<z.output<Schema>> => schema.safeParse(input, { error: defaultMessageCode, reportInput: true });

/** Where a schema gives no message code of its own, the error has the general one of its kind. */
export const toFieldErrors = (issues: readonly z.core.$ZodIssue[]): FieldError[] =>
  issues.map((issue) => ({
    field: issue.path.join('.') || (issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : ''),
    code: fieldErrorCode(issue),
    reason: explain(issue),
  }));

type Issue = Readonly<{ code?: string; input?: unknown; origin?: string; minimum?: unknown; maximum?: unknown }>;

function fieldErrorCode({ code, input, origin }: Issue): FieldErrorCode {
  if (input === undefined || input === '') return 'required';
  if (code === 'too_small') return origin === 'string' ? 'too_short' : 'too_small';
  if (code === 'too_big') return origin === 'string' ? 'too_long' : 'too_large';
  return code === 'unrecognized_keys' || code === 'invalid_value' ? 'not_allowed' : 'invalid';
}

function defaultMessageCode(issue: Issue): MessageCode {
  if (issue.code === 'unrecognized_keys') return 'unknown_field';
  const code = fieldErrorCode(issue);
  if (issue.origin === 'array' && code === 'too_small') return 'field_too_few';
  if (issue.origin === 'array' && code === 'too_large') return 'field_too_many';
  return `field_${code}`;
}

/** The validator keeps our code as its message. */
function explain(issue: z.core.$ZodIssue): Message {
  if (issue.code === 'custom' && isMessage(issue.params?.reason)) return issue.params.reason;
  const { message: code } = issue;
  return isMessageCode(code) ? { code, params: limits(issue) } : message('field_invalid');
}

function limits({ minimum, maximum }: Issue): Record<string, number> {
  if (minimum !== undefined) return { min: Number(minimum) };
  return maximum === undefined ? {} : { max: Number(maximum) };
}

const isMessageCode = (text: string): text is MessageCode => Object.hasOwn(languages.en, text);

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'params' in value;
