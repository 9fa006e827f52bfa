import { describe, expect, it } from 'vitest';
import { measureText, plainText } from './reading.ts';

describe('plain text of a message', () => {
  it.each([
    ['Send {amount} to {name}', 'Send value to value'],
    ['Due {day, date, medium}.', 'Due value.'],
    ['{count, plural, =0 {Nothing} one {# payment} other {# payments}} wait', 'value payments wait'],
    ['{kind, select, a {Read {name}} other {Ask {name} first}}.', 'Ask value first.'],
    ['Read the <link>terms</link>.', 'Read the terms.'],
  ])('%s', (message, expected) => {
    expect(plainText(message)).toBe(expected);
  });
});

describe('reading ease', () => {
  it('counts words, and those of the longest sentence', () => {
    expect(measureText('Nothing was sent. You’re 1,945.13 EUR short, including the fee.')).toMatchObject({
      words: 10,
      longestSentence: 7,
    });
  });

  it('is high for short words and low for long ones', () => {
    expect(measureText('We sent it to your bank.').ease).toBeGreaterThan(90);
    expect(measureText('Beneficiary identification necessitates supplementary documentation.').ease).toBeLessThan(0);
  });

  it('accepts a text without words', () => {
    expect(measureText('–')).toMatchObject({ words: 0, ease: 100 });
  });
});
