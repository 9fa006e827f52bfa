import { describe, expect, it } from 'vitest';
import people from '../../../../../db/seed/people.json' with { type: 'json' };
import { isWeakPin } from './weak-pin.ts';

const weak = {
  'the same digit': ['0000', '1111', '9999'],
  'repeated pairs': ['1212', '9090', '1122', '0077', '1221'],
  'runs up and down': ['0123', '1234', '6789', '7890', '8901', '4321', '9876', '0987', '1357', '2468', '8642', '0246'],
  'days, day or month first': ['0101', '3112', '1231', '2902', '0229', '1504', '0415'],
  years: ['1900', '1945', '1988', '1999', '2000', '2026', '2030'],
  'columns, rows and diagonals with 0': [
    '2580',
    '0852',
    '1470',
    '0741',
    '3690',
    '0963',
    '4560',
    '0159',
    '3570',
    '0753',
  ],
  'corners and crosses': ['1397', '1379', '7931', '9173', '1254', '4613', '2684', '6842'],
  'walks from key to key': ['1236', '1478', '9632', '7412'],
};

describe('a weak PIN', () => {
  it.each(Object.entries(weak))('includes %s', (_, pins) => {
    expect(pins.filter((pin) => !isWeakPin(pin))).toEqual([]);
  });

  it('includes parts of the user’s birthday only', () => {
    const born = ['0588', '8805', '1788', '8817'];
    expect(born.filter((pin) => !isWeakPin(pin, '1988-05-17'))).toEqual([]);
    expect(born.filter((pin) => isWeakPin(pin, '1979-11-02'))).toEqual([]);
    expect(born.filter((pin) => isWeakPin(pin))).toEqual([]);
  });

  it.each(['3205', '2930', '7294', '1388', '4711', '6812'])('does not include %s', (pin) => {
    expect(isWeakPin(pin)).toBe(false);
  });

  it('is one of only 1,371 of the 10,000', () => {
    const all = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0'));
    expect(all.filter((pin) => isWeakPin(pin))).toHaveLength(1371);
  });

  it('is not used in the demo data', () => {
    const pins = people.map(({ pin }) => pin).filter(Boolean);
    expect(pins.filter((pin) => isWeakPin(pin))).toEqual([]);
  });
});
