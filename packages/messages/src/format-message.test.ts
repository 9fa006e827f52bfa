import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { formatMessage } from './format-message.ts';
import { languages, subjects } from './languages.ts';
import { message } from './message.ts';
import { parameters } from './parameters.ts';

test('renders numbers with their plural, money and nested messages', () => {
  expect(formatMessage('en', message('pin_wrong_tries_left', { left: 1 }))).toContain('You have 1 try left');
  expect(formatMessage('en', message('pin_wrong_tries_left', { left: 2 }))).toContain('You have 2 tries left');
  const limit = { currency: 'GBP', minor: 125_000n } as const;
  expect(formatMessage('en', message('pin_cooling_limit', { hours: 24, limit }))).toContain('up to 1,250.00 GBP at');
  const wait = message('duration_minutes', { count: 5 });
  expect(formatMessage('en', message('login_locked_for', { wait }))).toContain('Try again in 5 minutes.');
});

test('renders days, moments and lists', () => {
  const text = (name: string, value: string | string[]) =>
    formatMessage('en', { code: `{${name}}`, params: { [name]: value } });
  expect(text('payDay', '2026-11-23')).toBe('Mon 23 Nov 2026');
  expect(text('deadlineAt', '2026-07-01T23:30:00.000Z')).toBe('Thu 2 Jul 2026, 00:30 UK time');
  expect(text('roles', ['owner', 'checker', 'finance'])).toBe('owner, checker or finance');
  expect(text('names', ['Ann', 'Bob', 'Cem'])).toBe('Ann, Bob and Cem');
  expect(text('name', '2026-11-23')).toBe('2026-11-23');
});

test('shows the code of a text that no longer exists', () => {
  expect(formatMessage('en', { code: 'gone_for_years', params: {} })).toBe('gone_for_years');
});

test('no code belongs to two subjects', () => {
  const codes = Object.values(subjects).flatMap((texts) => Object.keys(texts));
  expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
  expect(codes.filter((code) => !/^[a-z][a-z0-9_]*$/.test(code))).toEqual([]);
});

type Element = { type: number; value: unknown; options?: Record<string, { value: Element[] }> };
const literal = 0;
const pound = 7;

/** Names of all placeholders, with those inside of a plural or select. */
const placeholdersOf = (elements: readonly Element[]): unknown[] =>
  elements
    .filter(({ type }) => type !== literal && type !== pound)
    .flatMap(({ value, options = {} }) => [
      value,
      ...Object.values(options).flatMap((each) => placeholdersOf(each.value)),
    ]);

describe.each(Object.entries(languages))('%s', (language, texts) => {
  test.each(Object.entries(texts))('%s can be read and has known parameters', (_code, text) => {
    const parsed = new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst();
    const names = placeholdersOf(parsed as Element[]);
    expect(names.filter((name) => !Object.hasOwn(parameters, String(name)))).toEqual([]);
  });

  test('has the apostrophe of print, because ICU quotes with the straight one', () => {
    expect(Object.values(texts).filter((text) => text.includes("'"))).toEqual([]);
  });
});
