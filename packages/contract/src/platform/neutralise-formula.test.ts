import { expect, it } from 'vitest';
import { neutraliseFormula } from './neutralise-formula.ts';

const heads = [
  '',
  ' ',
  '\u00a0',
  '\t',
  '\r',
  '\n',
  ',',
  ';',
  '|',
  '"',
  "'",
  '","',
  '; "',
  '\u200b',
  '\ufeff',
  '\u0000',
];
const formulas = ['=1+1', '+1', '-1+1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)'];

it.each(heads.flatMap((head) => formulas.map((formula) => head + formula)))('neutralises %j', (text) => {
  expect(neutraliseFormula(text)).toBe(`'${text}`);
});

it.each(['Rent', 'Rent = 5', '"Anna"', '; Rent', 'a-b', '5 - 3', '', ' '])('leaves %j', (text) => {
  expect(neutraliseFormula(text)).toBe(text);
});
