import { describe, expect, it } from 'vitest';
import { type Filter, filterText } from './filters.ts';

const filtered = (filter: Filter, text: string) => filterText(filter, text, text.length).text;

describe('input filter', () => {
  it('keeps letters, digits and spaces', () => {
    expect(filtered('alnum', 'Rent – May/26_x')).toBe('Rent  May26x');
  });

  it('keeps hyphens in alnum-hyphen', () => {
    expect(filtered('alnum-hyphen', 'INV-20/91')).toBe('INV-2091');
  });

  it('keeps Thai letters with their marks', () => {
    expect(filtered('alnum-thai', 'ค่าน้ำ-1!')).toBe('ค่าน้ำ-1');
  });

  it('keeps Latin letters with their accents for banks abroad', () => {
    expect(filtered('latin', 'Łukasz Müller-Baines & Söhne (B) สมชาย#')).toBe('Łukasz Müller-Baines & Söhne (B) ');
  });

  it('keeps only digits', () => {
    expect(filtered('digits', '04-06-21')).toBe('040621');
  });

  it('never joins the digits around a sign that is no grouping', () => {
    for (const text of ['1234567890.0', '1.23457E+11', '1234/5678', '12a34'])
      expect([filtered('digits', text), filtered('sortcode', text)]).toEqual([text, text]);
    expect(filtered('digits', 'Account: 12\u00a034–56.')).toBe('123456');
  });

  it('keeps the extended English set', () => {
    expect(filtered('english', 'a (b): c; d. e, {f} #@!$% é&')).toBe('a (b): c; d. e, {f} #@!$% e');
  });

  it('keeps the caret position and reports removed characters', () => {
    expect(filterText('digits', 'a123', 3)).toEqual({
      text: '123',
      caret: 2,
      changed: new Map(),
      removed: new Set(['a']),
    });
  });

  it('replaces accented letters with plain ones and reports it', () => {
    expect(filterText('alnum-thai', 'Jürgen Straße!', 2)).toEqual({
      text: 'Jurgen Strasse',
      caret: 2,
      changed: new Map([
        ['ü', 'u'],
        ['ß', 'ss'],
      ]),
      removed: new Set(['!']),
    });
    expect(filterText('alnum', 'ß1', 1)).toMatchObject({ text: 'ss1', caret: 2 });
    expect(filtered('latin-plain', 'Zoe\u0308’s Rent – März')).toBe("Zoe's Rent - Marz");
    expect(filtered('digits', 'ü1²')).toBe('1');
  });
});
