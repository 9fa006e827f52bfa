import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IdentifierKind, identifierFaultText, readIdentifier } from './identifier-text.ts';

const faultOf = (typed: string, kind: IdentifierKind): string | undefined => {
  const read = readIdentifier(typed, kind);
  return read.fault === undefined ? undefined : identifierFaultText(read, kind);
};

describe('read an identifier', () => {
  it.each<[string, IdentifierKind, string]>([
    ['20-29-59', 'digits', '202959'],
    ['20–29—59', 'digits', '202959'],
    ['6374\u00a08472', 'digits', '63748472'],
    ['6374\u202f\u20098472', 'digits', '63748472'],
    [' 4242 4242 4242 4242\n', 'digits', '4242424242424242'],
    ['６３７４８４７２', 'digits', '63748472'],
    ['๖๓๗๔๘๔๗๒', 'digits', '63748472'],
    ['٦٣٧٤٨٤٧٢', 'digits', '63748472'],
    ['۶۳۷۴۸۴۷۲', 'digits', '63748472'],
    ['gb29 nwbk 6016 1331 9268 19', 'code', 'GB29NWBK60161331926819'],
    ['DEUT-DEFF', 'code', 'DEUTDEFF'],
    ['+44 (20) 7946-0958', 'phone', '+442079460958'],
  ])('reads %j', (typed, kind, value) => {
    expect(readIdentifier(typed, kind)).toEqual({ value });
  });

  it.each<[string, IdentifierKind, string]>([
    ['1234567890.0', 'digits', 'This has a full stop in it'],
    ['1234567890,00', 'digits', 'This has a comma in it'],
    ['6374/8472', 'digits', 'This has a slash in it'],
    ['+63748472', 'digits', 'This has a plus in it'],
    ['63748472a', 'digits', 'This has “a” in it'],
    ['-63748472', 'digits', 'This has “-” in it'],
    ['(63748472)', 'digits', 'This has “(” in it'],
    ['१२३४५६७८', 'digits', 'This has “१” in it'],
    ['6374²8472', 'digits', 'This has “²” in it'],
    ['6374\u200b8472', 'digits', 'This has a hidden character (U+200B) in it'],
    ['6374\ufeff8472', 'digits', 'This has a hidden character (U+FEFF) in it'],
    ['\u202e63748472', 'digits', 'This has a hidden character (U+202E) in it'],
    ['1.23457E+11', 'digits', 'A spreadsheet shortened this number'],
    ['123457e6', 'digits', 'A spreadsheet shortened this number'],
    ['1.23457E+11', 'code', 'A spreadsheet shortened this number'],
    ['DE89.3704', 'code', 'This has a full stop in it'],
    ['ＤＥ89', 'code', 'This has “Ｄ” in it'],
    ['straße', 'code', 'This has “ß” in it'],
    ['+44 (0)20 7946 0958', 'phone', 'Leave out the (0)'],
    ['020 7946.0958', 'phone', 'This has a full stop in it'],
    ['44+20', 'phone', 'This has a plus in it'],
    ['(020', 'phone', 'This has “(” in it'],
  ])('refuses %j by name', (typed, kind, text) => {
    expect(faultOf(typed, kind)).toContain(text);
  });

  it('returns the text without its grouping, or refuses', () => {
    const sign = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('0', '1', '2', '3', '9') },
      fc.constantFrom(' ', '-', '\u00a0', '\u2009', '\u2011', '.', ',', 'e', 'E', '+', '/', '(', ')', '\u200b', 'O'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    const plain = (text: string) => text.replace(/[\t\r\n\p{Zs}\p{Pd}\u2212]/gu, '');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 24 }), (signs) => {
        const typed = signs.join('');
        const { value } = readIdentifier(typed, 'digits');
        const rest = plain(typed);
        const isSame = /^\d*$/.test(rest) ? value === rest : Array.from(rest).length === value?.length;
        return value === undefined || (/^\d*$/.test(value) && isSame);
      }),
      { numRuns: 500 },
    );
  });
});
