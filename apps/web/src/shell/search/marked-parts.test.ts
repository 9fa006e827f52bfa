import { describe, expect, it } from 'vitest';
import { markedParts } from './marked-parts.ts';

const marked = (text: string, typed: string) =>
  markedParts(text, typed)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

describe('marked parts', () => {
  it.each([
    ['Somchai Prasert', 'som', '[Som]chai Prasert'],
    ['Somchai Prasert', 'pras somc', '[Somc]hai [Pras]ert'],
    ['Zoë Ångström', 'zoe angs', '[Zoë] [Ångs]tröm'],
    ['Straße 12', 'strasse', '[Straße] 12'],
    ['Awesome', 'some', 'Awesome'],
    ['บริษัท แม่โขงการค้า', 'การค้า', 'บริษัท แม่โขง[การค้า]'],
    ['Rent', '', 'Rent'],
  ])('marks %s for %s', (text, typed, expected) => {
    expect(marked(text, typed)).toBe(expected);
  });
});
