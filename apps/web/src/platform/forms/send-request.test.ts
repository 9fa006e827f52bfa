import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError, TimeoutError } from '../http/call-errors.ts';
import { type Attempt, newAttempt, sendRequest } from './send-request.ts';

type Order = { amount: string };
const order: Order = { amount: '25.00' };
const changed: Order = { amount: '2500.00' };
const refused = (code: string) => new ApiError(400, { code, message: 'No.' });

/** A form of which only what it saved survives, as after a reload or in the window that comes back. */
function openForm() {
  let stored: Attempt<Order> = newAttempt();
  const sent: [key: string, order: Order][] = [];
  const press = (input: Order, answer: () => Promise<string> = async () => 'done') => {
    const { key } = stored;
    return sendRequest(stored, input, {
      save: (attempt) => {
        stored = attempt;
      },
      write: (out) => {
        sent.push([key, out]);
        return answer();
      },
    });
  };
  return { press, sent, state: () => stored };
}
const fail = (error: unknown) => async (): Promise<never> => {
  throw error;
};

describe('a form', () => {
  it('left while sending and come back to repeats what was sent, under the same key', async () => {
    const { press, sent, state } = openForm();
    const { key } = state();
    const { promise, resolve } = Promise.withResolvers<string>();
    const first = press(order, () => promise);
    expect(state()).toEqual({ key, sent: order });
    expect(await press(changed)).toEqual({ is: 'done', reply: 'done' });
    expect(sent).toEqual([
      [key, order],
      [key, order],
    ]);
    resolve('done');
    await first;
  });

  it('sends the next request under another key after an answer', async () => {
    const { press, sent, state } = openForm();
    await press(order);
    expect(state().sent).toBeUndefined();
    await press(order);
    expect(new Set(sent.map(([key]) => key)).size).toBe(2);
  });

  it.each([
    ['no answer in time', new TimeoutError('late')],
    ['a connection lost at the commit', refused('outcome_unknown')],
    ['the first attempt still at work', refused('request_in_progress')],
  ])('after %s repeats only the same request until it is settled', async (_, error) => {
    const { press, sent, state } = openForm();
    const { key } = state();
    expect(await press(order, fail(error))).toEqual({ is: 'unknown' });
    expect(await press(changed, fail(new NetworkError('off')))).toEqual({ is: 'unknown' });
    expect(await press(changed, fail(refused('not_signed_in')))).toEqual({ is: 'unknown' });
    expect(state()).toEqual({ key, sent: order });
    expect(await press(changed, fail(refused('insufficient_funds')))).toMatchObject({ is: 'refused' });
    expect(sent.every(([under, out]) => under === key && out === order)).toBe(true);
    await press(changed);
    expect(sent.at(-1)).toEqual([expect.not.stringMatching(key), changed]);
  });

  it('is open again, under another key, after a refusal or without a connection', async () => {
    for (const error of [refused('insufficient_funds'), new NetworkError('off')]) {
      const { press, sent, state } = openForm();
      const { key } = state();
      expect(await press(order, fail(error))).toEqual({ is: 'refused', error });
      expect(state()).toEqual({ key: expect.not.stringMatching(key) });
      await press(changed);
      expect(sent.map(([, out]) => out)).toEqual([order, changed]);
    }
  });

  it('keeps its key while a suspected duplicate is confirmed: the PIN covers the key', async () => {
    const { press, sent, state } = openForm();
    const { key } = state();
    const error = refused('duplicate_suspected');
    expect(await press(order, fail(error))).toEqual({ is: 'doubted', error });
    expect(state()).toEqual({ key });
    await press(changed);
    expect(sent).toEqual([
      [key, order],
      [key, changed],
    ]);
  });
});
