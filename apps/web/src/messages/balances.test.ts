import { expect, it } from 'vitest';
import { messages } from './en.ts';

function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, path ? `${path}.${key}` : key));
}

it.each(['available', 'balance'])('every message with the parameter {%s} contains that word', (word) => {
  const withFigure = textsOf(messages).filter(([, text]) => text.includes(`{${word}}`));
  const withoutWord = withFigure.filter(([, text]) => !text.replaceAll(`{${word}}`, '').toLowerCase().includes(word));
  expect(withoutWord).toEqual([]);
});
