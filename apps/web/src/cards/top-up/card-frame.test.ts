import { describe, expect, it } from 'vitest';
import { isChallengeComplete, readFrameMessage } from './card-frame.ts';

const frame = { origin: 'https://cards.example', window: {} };
const from = (data: unknown, over: object = {}) => ({ origin: frame.origin, source: frame.window, data, ...over });
const read = (data: object, over: object = {}) =>
  readFrameMessage(from({ source: 'card-fields', ...data }, over), frame);

describe('messages of the card form', () => {
  it('are read', () => {
    expect(read({ type: 'ready' })).toEqual({ type: 'ready' });
    expect(read({ type: 'height', height: 280.2 })).toEqual({ type: 'height', height: 281 });
    expect(read({ type: 'height', height: 1e9 })).toEqual({ type: 'height', height: 600 });
    expect(read({ type: 'bin', bin: '424242', brand: 'visa' })).toEqual({ type: 'bin', bin: '424242', brand: 'visa' });
    expect(read({ type: 'bin', bin: '', brand: 'else' })).toEqual({ type: 'bin', bin: '', brand: 'other' });
    const token = `tok_${'a'.repeat(32)}`;
    expect(read({ type: 'token', token })).toEqual({ type: 'token', token });
  });

  it.each([
    ['another origin', from({ source: 'card-fields', type: 'ready' }, { origin: 'https://evil.example' })],
    ['another window', from({ source: 'card-fields', type: 'ready' }, { source: {} })],
    ['another protocol', from({ type: 'ready' })],
    ['no object', from('ready')],
    ['nothing', from(null)],
    ['an unknown type', from({ source: 'card-fields', type: 'pay' })],
    ['a whole card number', from({ source: 'card-fields', type: 'bin', bin: '4242424242424242' })],
    ['a strange token', from({ source: 'card-fields', type: 'token', token: '<script>' })],
  ])('from %s are ignored', (_, event) => expect(readFrameMessage(event, frame)).toBeUndefined());
});

describe('the end of a challenge', () => {
  it('counts only from the page of the challenge', () => {
    expect(isChallengeComplete(from({ source: 'card-challenge' }), frame)).toBe(true);
    expect(isChallengeComplete(from({ source: 'card-challenge' }, { origin: 'https://evil.example' }), frame)).toBe(
      false,
    );
    expect(isChallengeComplete(from({ source: 'card-challenge' }, { source: {} }), frame)).toBe(false);
    expect(isChallengeComplete(from(null), frame)).toBe(false);
  });
});
