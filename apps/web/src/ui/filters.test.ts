import { describe, expect, it } from 'vitest';
import { type Filter, filterText } from './filters.ts';

const kept = (filter: Filter, text: string) => filterText(filter, text, text.length).text;

describe('the filter of an input', () => {
  it('keeps letters, digits and spaces', () => {
    expect(kept('alnum', 'Rent – May/26_x')).toBe('Rent  May26x');
  });

  it('keeps the hyphen in the wallet', () => {
    expect(kept('alnum-hyphen', 'INV-20/91')).toBe('INV-2091');
  });

  it('keeps Thai letters with their marks', () => {
    expect(kept('alnum-thai', 'ค่าน้ำ-1!')).toBe('ค่าน้ำ-1');
  });

  it('keeps Latin letters with their accents for banks abroad', () => {
    expect(kept('latin', 'Łukasz Müller-Baines & Söhne (B) สมชาย#')).toBe('Łukasz Müller-Baines & Söhne (B) ');
  });

  it('keeps digits alone', () => {
    expect(kept('digits', '04-06-21')).toBe('040621');
  });

  it('keeps the broader English set', () => {
    expect(kept('english', 'a (b): c; d. e, {f} #@!$% é&')).toBe('a (b): c; d. e, {f} #@!$% ');
  });

  it('leaves the caret after the same letter and says what it took', () => {
    expect(filterText('digits', '12a3', 3)).toEqual({ text: '123', caret: 2, removed: 'a' });
  });
});
