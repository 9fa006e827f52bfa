import { ApiError } from '../http/call-errors.ts';
import { newIdempotencyKey } from '../http/idempotency.ts';
import { writeOutcomeOf } from '../http/write-outcome.ts';

/** A form's idempotency key, and the request sent under it until a definite answer. */
export type Attempt<Input> = { key: string; sent?: Input | undefined };

export const newAttempt = <Input>(): Attempt<Input> => ({ key: newIdempotencyKey() });

type Outcome<Reply> =
  | { is: 'done'; reply: Reply }
  | { is: 'unknown' }
  /** `doubted`: suspected as a duplicate, which the user may confirm under the same key. */
  | { is: 'doubted' | 'refused'; error: unknown };

type Sending<Input, Reply> = Readonly<{
  save: (attempt: Attempt<Input>) => void;
  write: (input: Input) => Promise<Reply>;
}>;

/**
 * Sends a request under an idempotency key, and saves it first: a user who leaves and returns before a definite answer
 * can only repeat the same request.
 */
export async function sendRequest<Input, Reply>(
  { key, sent }: Attempt<Input>,
  input: Input,
  { save, write }: Sending<Input, Reply>,
): Promise<Outcome<Reply>> {
  const request = sent ?? input;
  save({ key, sent: request });
  try {
    const reply = await write(request);
    save(newAttempt());
    return { is: 'done', reply };
  } catch (error) {
    if (writeOutcomeOf(error, sent !== undefined) === 'unknown') return { is: 'unknown' };
    const isDoubted = error instanceof ApiError && error.code === 'duplicate_suspected';
    save(isDoubted ? { key } : newAttempt());
    return { is: isDoubted ? 'doubted' : 'refused', error };
  }
}
