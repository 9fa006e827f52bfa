import { expect, it } from 'vitest';
import { readIdentifier } from './recipient.read.ts';

const nothing = { memberCode: null, email: null, phone: null };

it.each([
  ['LM-48213', { memberCode: 'LM-48213' }],
  ['lm 48213', { memberCode: 'LM-48213' }],
  ['LM48213', { memberCode: 'LM-48213' }],
  [' Anong@Example.com ', { email: 'anong@example.com' }],
  ['+66 81 234-5678', { phone: '+66812345678' }],
  ['0066812345678', { phone: '+66812345678' }],
  ['+44 7700 900123.0', {}],
  ['+44 (0)7700 900123', {}],
  ['0812345678', {}],
  ['Anong', {}],
])('reads %s', (typed, read) => {
  expect(readIdentifier(typed)).toEqual({ ...nothing, ...read });
});
